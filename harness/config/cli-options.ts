/** The command line's options that are settings, and how they are laid over a config file. */
import { Lost200Error } from '../errors.ts';
import { listOf } from './list-of.ts';
import { formatPath, fileSource, type ConfigSource, type KeyPath } from './problems.ts';
import type { ExecConfig, Lookup, ObserveConfig, UserConfig } from './user-config.ts';

/** As the command line's parser gives them: text, or lists of text for options that may be repeated. */
export interface CliOptions {
  readonly url?: string | undefined;
  readonly config?: string | undefined;
  readonly profile?: string | undefined;
  readonly secret?: string | readonly string[] | undefined;
  readonly seed?: string | undefined;
  readonly seeds?: string | number | undefined;
  readonly repeat?: string | number | undefined;
  readonly exec?: string | undefined;
  readonly ready?: string | undefined;
  readonly state?: string | undefined;
  readonly effects?: string | undefined;
  readonly values?: string | undefined;
  readonly db?: string | undefined;
  readonly command?: string | undefined;
  readonly module?: string | undefined;
  readonly sink?: readonly string[] | undefined;
  readonly timeout?: string | number | undefined;
  readonly quietFloor?: string | number | undefined;
  readonly pace?: string | undefined;
  readonly settle?: string | number | undefined;
  readonly lifecycle?: string | undefined;
  readonly fixture?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
  readonly reporter?: readonly string[] | undefined;
  readonly out?: string | undefined;
  readonly namespace?: string | undefined;
  readonly allowHost?: readonly string[] | undefined;
  readonly strict?: boolean | undefined;
  readonly header?: readonly string[] | undefined;
  readonly providerApiPort?: string | number | undefined;
  readonly providerApiToken?: string | undefined;
}

/** Config keys by the option that sets them; `url` is an argument. */
const KEYS: Readonly<Partial<Record<keyof CliOptions, string>>> = {
  url: 'url',
  profile: 'profile',
  secret: 'secret',
  seed: 'seed',
  seeds: 'seeds',
  repeat: 'repeat',
  exec: 'exec',
  ready: 'exec.ready',
  state: 'observe.http.state',
  effects: 'observe.http.effects',
  values: 'observe.http.values',
  db: 'observe.tables.database',
  command: 'observe.command',
  module: 'observe.module',
  sink: 'sink.env',
  timeout: 'timeout',
  quietFloor: 'quietFloor',
  pace: 'pace',
  settle: 'settle.timeout',
  lifecycle: 'lifecycle',
  fixture: 'fixtures',
  only: 'only',
  reporter: 'reporters',
  out: 'out',
  namespace: 'namespace',
  allowHost: 'allowHost',
  strict: 'strict',
  header: 'headers',
  providerApiPort: 'providerApi.port',
  providerApiToken: 'providerApi.token',
};

/** `quietFloor` is `--quiet-floor`. */
export function optionName(option: keyof CliOptions): string {
  if (option === 'url') return 'the url argument';
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Names a key as the option that gave it, or else as a key of the config file. */
export function mergedSource(cli: CliOptions, fileName: string | undefined): ConfigSource {
  const file = fileSource(fileName ?? 'the settings');
  const given = (Object.keys(KEYS) as (keyof CliOptions)[]).filter((option) => cli[option] !== undefined);
  const optionOf = (path: KeyPath): keyof CliOptions | undefined => {
    const key = formatPath(path);
    const matching = given.filter((option) => isAtOrAbove(KEYS[option] ?? '', key));
    return matching.sort((left, right) => (KEYS[right] ?? '').length - (KEYS[left] ?? '').length)[0];
  };
  return {
    name: fileName ?? 'the command line',
    code: fileName === undefined ? 'LOST200_E_USAGE' : 'LOST200_E_CONFIG',
    label: (path) => {
      const option = optionOf(path);
      return option === undefined ? file.label(path) : optionName(option);
    },
  };
}

function isAtOrAbove(key: string, other: string): boolean {
  return other === key || other.startsWith(`${key}.`) || other.startsWith(`${key}[`);
}

/** The config file's content with the command line's options laid over it. Not checked yet. */
export function mergeConfig(file: UserConfig, cli: CliOptions): unknown {
  const { settle, observe, providerApi } = file;
  const state = mergeLookup(observe?.http?.state, cli.state);
  const effects = mergeLookup(observe?.http?.effects, cli.effects);
  const values = mergeLookup(observe?.http?.values, cli.values);
  const http = present({ ...observe?.http, state, effects, values });
  const api = present(
    { ...providerApi, port: whole(cli.providerApiPort), token: cli.providerApiToken },
    providerApi,
  );
  return present(
    {
      url: cli.url,
      exec: mergeExec(file.exec, cli),
      headers: mergeHeaders(file.headers, cli.header),
      secret: cli.secret,
      profile: cli.profile,
      lifecycle: cli.lifecycle,
      fixtures: cli.fixture?.map(fixtureIn),
      only: cli.only,
      seed: cli.seed,
      seeds: whole(cli.seeds),
      repeat: whole(cli.repeat),
      timeout: cli.timeout,
      quietFloor: cli.quietFloor,
      pace: cli.pace,
      settle: present({ timeout: cli.settle }, settle),
      observe: present(
        {
          http: Object.keys(http).length === 0 ? undefined : http,
          tables: cli.db === undefined ? undefined : { ...observe?.tables, database: cli.db },
          command: mergeCommand(observe?.command, cli.command),
          module: mergeModule(observe?.module, cli.module),
        },
        observe,
      ),
      sink: cli.sink === undefined ? undefined : { ...file.sink, env: cli.sink },
      providerApi: api,
      allowHost: cli.allowHost === undefined ? undefined : [...listOf(file.allowHost), ...cli.allowHost],
      namespace: cli.namespace,
      out: cli.out,
      reporters: cli.reporter,
      strict: cli.strict,
    },
    file,
  );
}

/** The values that are there, over `below`. */
function present(values: object, below: object = {}): object {
  const there = Object.entries(values).filter(([, value]) => value !== undefined);
  return { ...below, ...Object.fromEntries(there) };
}

function mergeLookup(file: Lookup | undefined, url: string | undefined): Lookup | undefined {
  if (url === undefined) return file;
  return typeof file === 'object' ? { ...file, url } : url;
}

function mergeCommand(file: ObserveConfig['command'], command: string | undefined): unknown {
  return typeof file === 'object' && command !== undefined ? { ...file, command } : command;
}

function mergeModule(file: ObserveConfig['module'], module: string | undefined): unknown {
  return typeof file === 'object' && module !== undefined ? { ...file, module } : module;
}

function mergeExec(file: UserConfig['exec'], cli: CliOptions): unknown {
  if (cli.exec === undefined && cli.ready === undefined) return file;
  const below: Partial<ExecConfig> = typeof file === 'string' ? { command: file } : (file ?? {});
  if (cli.exec === undefined && below.command === undefined) {
    throw new Lost200Error(
      'LOST200_E_USAGE',
      '--ready is for a receiver that lost200 starts.',
      'Give --exec too.',
    );
  }
  const ready =
    typeof below.ready === 'object' && cli.ready !== undefined
      ? { ...below.ready, path: cli.ready }
      : cli.ready;
  return present({ command: cli.exec, ready }, below);
}

function mergeHeaders(
  file: UserConfig['headers'],
  lines: readonly string[] | undefined,
): UserConfig['headers'] {
  if (lines === undefined) return file;
  const headers = new Map(
    Object.entries(file ?? {}).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  for (const line of lines) {
    const { name, value } = parseHeader(line);
    headers.set(name.toLowerCase(), { name, value });
  }
  return Object.fromEntries([...headers.values()].map(({ name, value }) => [name, value]));
}

/** `paid=captured.json`, or a file alone. */
function fixtureIn(text: string): { readonly file: string; readonly fact?: string } {
  const [, fact, file] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  return fact === undefined || file === undefined ? { file: text } : { fact, file };
}

/** @throws Lost200Error LOST200_E_USAGE, without showing the value */
export function parseHeader(line: string): { readonly name: string; readonly value: string } {
  const match = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*)$/.exec(line);
  const [name, value] = [match?.[1], match?.[2]];
  if (name !== undefined && value !== undefined) return { name, value };
  throw new Lost200Error(
    'LOST200_E_USAGE',
    '--header: expected "Name: value".',
    'For example: --header "X-Tenant: 42"',
  );
}

function whole(value: string | number | undefined): string | number | undefined {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}
