/** What requests are signed with. */
import type { Profile } from '../../simulator/profiles/profile.ts';
import { Lost200Error } from '../errors.ts';
import type { CliOptions } from './cli-options.ts';
import { listOf } from './list-of.ts';
import type { KeyPath } from './problems.ts';
import { fromEnvironment, type Scope } from './scope.ts';
import { checkSecret, defaultSecret } from './secret.ts';
import type { Settings } from './settings.ts';
import type { UserConfig } from './user-config.ts';

const NONE = 'none';

/**
 * The command line's secret wins over LOST200_SECRET, which wins over the file's.
 * @throws Lost200Error LOST200_E_SECRET
 */
export function resolveSigning(
  scope: Scope,
  config: Pick<UserConfig, 'secret' | 'expiredSecret'>,
  profile: Profile,
  cli: CliOptions,
): Pick<Settings, 'secrets' | 'expiredSecrets'> {
  if (profile.scheme.kind === 'none') return signNothing(scope, config, profile);
  const variable = cli.secret === undefined ? scope.env['LOST200_SECRET'] : undefined;
  const written = listOf(config.secret ?? defaultSecret(profile));
  const secrets =
    variable === undefined
      ? secretsAt(scope, ['secret'], written, profile)
      : checked([unescaped(variable)], 'LOST200_SECRET', profile);
  if (config.expiredSecret === undefined) return { secrets };
  const expired = secretsAt(scope, ['expiredSecret'], listOf(config.expiredSecret), profile);
  if (expired.some((secret) => secrets.includes(secret)))
    throw new Lost200Error(
      'LOST200_E_SECRET',
      `${scope.source.label(['expiredSecret'])} names a secret that requests are signed with.`,
      'Name only what the receiver must refuse now.',
    );
  return { secrets, expiredSecrets: expired };
}

function signNothing(
  scope: Scope,
  { secret }: Pick<UserConfig, 'secret'>,
  { title }: Profile,
): Pick<Settings, 'secrets'> {
  if (secret === undefined || secret === NONE) return { secrets: [] };
  throw new Lost200Error(
    'LOST200_E_SECRET',
    `${scope.source.label(['secret'])} is given, and ${title} signs nothing.`,
    'Leave it out, or choose a profile that signs.',
  );
}

function secretsAt(
  scope: Scope,
  path: KeyPath,
  written: readonly string[],
  profile: Profile,
): readonly string[] {
  const secrets = written.map((secret) => unescaped(fromEnvironment(scope, secret, path)));
  return checked(secrets, scope.source.label(path), profile);
}

function checked(secrets: readonly string[], where: string, profile: Profile): readonly string[] {
  secrets.forEach((secret, index) => {
    const label = secrets.length === 1 ? where : `${where}, number ${index + 1} of ${secrets.length},`;
    if (secret === '')
      throw new Lost200Error(
        'LOST200_E_SECRET',
        `${label} is empty.`,
        'Give the secret that the receiver checks with.',
      );
    if (secret === NONE)
      throw new Lost200Error(
        'LOST200_E_SECRET',
        `${label} is "none", and ${profile.title} signs its requests.`,
        `Leave it out for the known test secret; for a provider that signs nothing write profile: { extends: ${profile.id}, signature: none }.`,
      );
    checkSecret(secret, profile, label);
  });
  return secrets;
}

/** A private key that was put on one line, as environment files want it. */
function unescaped(secret: string): string {
  return secret.includes('-----BEGIN ') ? secret.replaceAll('\\n', '\n') : secret;
}
