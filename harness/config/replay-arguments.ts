/** The arguments that bring the same settings about again, without secrets. */
import { optionName, parseHeader, type CliOptions } from './cli-options.ts';

const REPEATED = [
  'profile',
  'lifecycle',
  'exec',
  'ready',
  'state',
  'effects',
  'values',
  'timeout',
  'quietFloor',
  'pace',
  'settle',
] as const;

/**
 * Unquoted words for a command line: the url, the config file, and the options that matter when a plan is played again.
 * `--secret` and `--provider-api-token` are left to LOST200_SECRET and LOST200_PROVIDER_API_TOKEN, and a database URL
 * with a password to LOST200_DB. A header's value may be a secret too: one without a `${NAME}` in it is replaced by `${LOST200_HEADER_<NAME>}`, and lost200 then names the missing variable.
 */
export function replayArguments(cli: CliOptions, configName: string | undefined): readonly string[] {
  const words: string[] = cli.url === undefined ? [] : [cli.url];
  if (configName !== undefined) words.push('--config', configName);
  for (const option of REPEATED) {
    const value = cli[option];
    if (value !== undefined) words.push(optionName(option), String(value));
  }
  if (cli.db !== undefined) words.push('--db', withoutPassword(cli.db));
  for (const line of cli.header ?? []) words.push('--header', withoutSecret(line));
  for (const variable of cli.sink ?? []) words.push('--sink', variable);
  for (const host of cli.allowHost ?? []) words.push('--allow-host', host);
  if (cli.providerApiPort !== undefined) words.push('--provider-api-port', String(cli.providerApiPort));
  return words;
}

/** A URL with a password in it is left to LOST200_DB. */
function withoutPassword(database: string): string {
  return /^\w+:\/\/[^/?#@]*:[^/?#]*@|[?&]password=/.test(database) ? '${LOST200_DB}' : database;
}

function withoutSecret(line: string): string {
  const { name, value } = parseHeader(line);
  if (/\$\{\w+\}|\{env\.\w+\}/.test(value)) return line;
  return `${name}: \${LOST200_HEADER_${name.toUpperCase().replace(/\W/g, '_').replaceAll('-', '_')}}`;
}
