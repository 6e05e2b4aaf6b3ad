/** Makes the `Settings` of a run out of defaults, the config file, the environment and the command line (the later wins). */
import { dirname, resolve as resolvePath } from 'node:path';
import type { IdShapes } from '../../simulator/binding.ts';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Plan } from '../../simulator/plan.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import { Lost200Error } from '../errors.ts';
import { didYouMean } from '../suggest.ts';
import { mergeConfig, mergedSource, type CliOptions } from './cli-options.ts';
import { parseDuration, parsePace } from './duration.ts';
import { checkTargets, type ResolveHost } from './hosts.ts';
import { listOf } from './list-of.ts';
import { loadConfig, type LoadedConfig } from './load.ts';
import { schemaError } from './problems.ts';
import { replayArguments } from './replay-arguments.ts';
import { resolveChecks } from './resolve-checks.ts';
import { resolveFixtures } from './resolve-fixtures.ts';
import { resolveHooks, resolveObserve } from './resolve-hooks.ts';
import { resolveLifecycle } from './resolve-lifecycle.ts';
import { profileFor, resolveProfile } from './resolve-profile.ts';
import { resolveSigning } from './resolve-signing.ts';
import { resolveSink } from './resolve-sink.ts';
import { configSchema } from './schema.ts';
import {
  problem,
  recordFromEnvironment,
  resolvePathToken,
  resolveUrl,
  type Environment,
  type Scope,
} from './scope.ts';
import { secretValues } from './secret-values.ts';
import type { ExecSettings, Settings } from './settings.ts';
import type { UserConfig } from './user-config.ts';

const DEFAULTS = {
  profile: 'standard-webhooks',
  lifecycle: 'payment',
  urlOfExec: 'http://127.0.0.1:{port}/webhooks',
  objectIds: 'obj_{base62:16}',
  out: '.lost200',
  seeds: 1,
  repeat: 5,
  concurrency: 8,
  quietFloorMs: 20,
  settleTimeoutMs: 30_000,
  readyTimeoutMs: 30_000,
  stopTimeoutMs: 3000,
} as const;

export interface ResolveInput {
  readonly cwd: string;
  /** As `--config` gave it; without it the file in `cwd` is taken, if there is one. */
  readonly configPath?: string;
  readonly cli: CliOptions;
  readonly env: Environment;
  /** Everything built in that a config may name. */
  readonly lifecycles: readonly Lifecycle[];
  readonly profiles: readonly Profile[];
  readonly reporters: readonly string[];
  /** Of the plan that is played again: what it was made with is meant where nothing else is said. */
  readonly plan?: Pick<Plan, 'profile' | 'lifecycle'>;
  /** For tests: how host names are resolved. */
  readonly resolveHost?: ResolveHost;
}

/**
 * @throws Lost200Error LOST200_E_CONFIG, LOST200_E_USAGE, LOST200_E_SECRET, LOST200_E_UNKNOWN_ID,
 * LOST200_E_HOST_NOT_ALLOWED (every target is checked), LOST200_E_UNREACHABLE (a host name without an address)
 */
export async function resolveSettings(input: ResolveInput): Promise<Settings> {
  const { cli } = input;
  const loaded = await loadConfig(input.cwd, input.configPath ?? cli.config);
  const merged = mergeConfig(loaded?.config ?? {}, cli);
  const source = mergedSource(cli, loaded?.name);
  const checked = configSchema.safeParse(merged);
  if (!checked.success) throw schemaError(checked.error.issues, merged, source);
  const config = checked.data;
  const scope: Scope = {
    source,
    env: input.env,
    fixedNames: Object.keys(config.fixed ?? {}),
    environmentValues: new Set(),
  };
  const chosen = resolveProfile(scope, config.profile, input.profiles, defaultProfile(input, config));
  const profile = profileFor(chosen, input.profiles);
  const lifecycle = lifecycleOf(scope, config, input, profile);
  const resolved: Omit<Settings, 'secretValues'> = {
    ...resolvePlay(config),
    ids: { object: lifecycle.objectIdShape ?? DEFAULTS.objectIds, ...shapesIn(config) },
    ...resolveTarget(scope, config),
    ...resolveHooks(scope, config),
    ...chosen,
    ...resolveSigning(scope, config, profile, cli),
    lifecycle,
    ...(config.lifecycle !== undefined && { lifecycleDeclared: true as const }),
    ...resolveFixtures(scope, config, lifecycle, folderOf(input, loaded, cli.fixture?.[0])),
    observe: resolveObserve(scope, config.observe, {
      module: folderOf(input, loaded, cli.module),
      database: folderOf(input, loaded, cli.db),
    }),
    ...resolveSink(scope, config),
    checks: resolveChecks(scope, config.checks, folderOf(input, loaded)),
    providerApi: resolveProviderApi(scope, config),
    reporters: resolveReporters(scope, config, input.reporters),
    replayArguments: replayArguments(cli, loaded?.name),
  };
  const settings = { ...resolved, secretValues: secretValues(resolved, profile, scope.environmentValues) };
  await checkTargets(settings, input.resolveHost);
  return settings;
}

/** @throws Lost200Error LOST200_E_PLAN for a plan of a profile that only another config knows */
function defaultProfile({ plan, profiles }: ResolveInput, { profile }: UserConfig): string {
  if (plan === undefined || profile !== undefined) return DEFAULTS.profile;
  if (profiles.some((one) => one.id === plan.profile)) return plan.profile;
  throw new Lost200Error(
    'LOST200_E_PLAN',
    `The plan was made with the profile "${plan.profile}", which is no built-in one.`,
    'Give the config file that describes it: --config.',
  );
}

function shapesIn({ ids }: UserConfig): Partial<IdShapes> {
  return {
    ...(ids?.object !== undefined && { object: ids.object }),
    ...(ids?.event !== undefined && { event: ids.event }),
    ...(ids?.owner !== undefined && { owner: ids.owner }),
    ...(ids?.part !== undefined && { part: ids.part }),
  };
}

/** A profile's own lifecycles can be named too; the first one is what it sends when nobody says anything. */
function lifecycleOf(scope: Scope, config: UserConfig, input: ResolveInput, profile: Profile): Lifecycle {
  const own = profile.lifecycles ?? [];
  const known = [...own, ...input.lifecycles];
  const lifecycle =
    config.lifecycle === undefined && input.plan !== undefined
      ? input.plan.lifecycle
      : resolveLifecycle(scope, config.lifecycle, known, own[0]?.id ?? DEFAULTS.lifecycle);
  return config.stateNames === undefined ? lifecycle : { ...lifecycle, stateNames: config.stateNames };
}

/** Where a relative path begins: one in the config file beside it, one that an option gave in the current folder. */
function folderOf({ cwd }: ResolveInput, loaded: LoadedConfig | undefined, option?: string): string {
  return loaded === undefined || option !== undefined ? resolvePath(cwd) : dirname(loaded.path);
}

type PlayKeys =
  | 'only'
  | 'seed'
  | 'seeds'
  | 'repeat'
  | 'timeoutMs'
  | 'quietFloorMs'
  | 'pace'
  | 'settleTimeoutMs'
  | 'concurrency'
  | 'fixed'
  | 'allowHosts'
  | 'namespace'
  | 'out'
  | 'strict'
  | 'accept'
  | 'require';

/** What needs no look at anything else. */
function resolvePlay(config: UserConfig): Pick<Settings, PlayKeys> {
  const { seed, timeout, quietFloor, pace, settle, fixed, namespace } = config;
  return {
    only: listOf(config.only),
    ...(seed !== undefined && { seed: String(seed) }),
    seeds: config.seeds ?? DEFAULTS.seeds,
    repeat: config.repeat ?? DEFAULTS.repeat,
    ...(timeout !== undefined && { timeoutMs: parseDuration(timeout) }),
    quietFloorMs: parseDuration(quietFloor ?? DEFAULTS.quietFloorMs),
    ...(pace !== undefined && { pace: parsePace(pace) }),
    settleTimeoutMs: parseDuration(settle?.timeout ?? DEFAULTS.settleTimeoutMs),
    concurrency: config.concurrency ?? DEFAULTS.concurrency,
    fixed: Object.fromEntries(Object.entries(fixed ?? {}).map(([name, value]) => [name, String(value)])),
    allowHosts: listOf(config.allowHost),
    ...(namespace !== undefined && { namespace }),
    out: config.out ?? DEFAULTS.out,
    strict: config.strict ?? false,
    accept: listOf(config.accept),
    require: listOf(config.require),
  };
}

function resolveTarget(scope: Scope, config: UserConfig): Pick<Settings, 'url' | 'exec' | 'headers'> {
  const exec = config.exec === undefined ? undefined : resolveExec(scope, config.exec);
  const headers = recordFromEnvironment(scope, config.headers, ['headers']);
  const template = config.url ?? (exec === undefined ? undefined : DEFAULTS.urlOfExec);
  if (template === undefined) {
    throw new Lost200Error(
      'LOST200_E_USAGE',
      'There is no receiver to play against: neither a url nor a command (exec) was given.',
      'Give the URL of a running receiver (lost200 run http://127.0.0.1:3000/webhooks), or --exec with the command that starts one.',
    );
  }
  if (exec === undefined && template.includes('{port}')) {
    throw problem(
      scope,
      ['url'],
      'uses {port}, which is known only for a receiver that exec starts.',
      'Write the port, or give --exec.',
    );
  }
  const url = resolveUrl(scope, template, ['url'], ['objectId', 'eventType', 'port']);
  return { url, headers, ...(exec && { exec }) };
}

function resolveExec(scope: Scope, exec: NonNullable<UserConfig['exec']>): ExecSettings {
  const written = typeof exec === 'string' ? { command: exec } : exec;
  const ready = typeof written.ready === 'string' ? { path: written.ready } : written.ready;
  return {
    command: written.command,
    ...(written.cwd !== undefined && { cwd: written.cwd }),
    env: recordFromEnvironment(scope, written.env, ['exec', 'env']),
    ...(ready?.path !== undefined && { readyPath: ready.path }),
    readyTimeoutMs: parseDuration(ready?.timeout ?? DEFAULTS.readyTimeoutMs),
    stopTimeoutMs: parseDuration(written.stopTimeout ?? DEFAULTS.stopTimeoutMs),
  };
}

function resolveProviderApi(scope: Scope, config: UserConfig): Settings['providerApi'] {
  const written = config.providerApi?.token ?? scope.env['LOST200_PROVIDER_API_TOKEN'];
  const token = resolvePathToken(scope, written, ['providerApi', 'token']);
  const port = config.providerApi?.port;
  return { ...(port !== undefined && { port }), ...(token !== undefined && { token }) };
}

function resolveReporters(scope: Scope, config: UserConfig, known: readonly string[]): Settings['reporters'] {
  return (config.reporters ?? []).map((written, index) => {
    const reporter = typeof written === 'string' ? splitReporter(written) : written;
    const { name, path } = reporter;
    if (!known.includes(name)) {
      const remedy = didYouMean(name, known);
      throw problem(
        scope,
        ['reporters', index],
        `is "${name}", which is no reporter.`,
        remedy,
        'LOST200_E_UNKNOWN_ID',
      );
    }
    return path === undefined ? { name } : { name, path };
  });
}

function splitReporter(text: string): { readonly name: string; readonly path?: string } {
  const at = text.indexOf('=');
  return at < 0 ? { name: text } : { name: text.slice(0, at), path: text.slice(at + 1) };
}
