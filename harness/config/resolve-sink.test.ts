import { describe, expect, test } from 'vitest';
import { lifecycles } from '../../simulator/lifecycles/index.ts';
import { profiles } from '../../simulator/profiles/index.ts';
import type { Lost200Error } from '../errors.ts';
import { mergeConfig, mergedSource, type CliOptions } from './cli-options.ts';
import { replayArguments } from './replay-arguments.ts';
import { resolveSettings } from './resolve.ts';
import { resolveSink } from './resolve-sink.ts';
import { sinkSchema } from './sink-schema.ts';
import type { Settings } from './settings.ts';
import type { SinkConfig, UserConfig } from './user-config.ts';

const TOKEN = 'abcdefghijklmnopqrst';

function resolved(
  sink: SinkConfig,
  config: UserConfig = { exec: 'start' },
  env: Readonly<Record<string, string>> = {},
): Settings['sink'] {
  const source = mergedSource({}, 'lost200.config.yaml');
  const scope = { source, env, fixedNames: [], environmentValues: new Set<string>() };
  return resolveSink(scope, { ...config, sink }).sink;
}

function refusal(act: () => unknown): Pick<Lost200Error, 'code' | 'message' | 'remedy'> {
  try {
    act();
  } catch (error) {
    return error as Lost200Error;
  }
  throw new Error('expected a refusal');
}

describe('the sink of a config', () => {
  test('all of it', () => {
    const sink = resolved({
      env: ['LEDGER_URL', 'CRM_URL=/api/v2'],
      port: 4010,
      token: TOKEN,
      keys: 'reference',
      ignore: '/a',
      judge: ['/b', '/c'],
      routes: [
        { path: '/a' },
        { method: 'POST', path: '/b', status: 202, body: { a: 1 }, headers: { x: 'y' } },
      ],
      smtp: { env: { host: 'MAIL_HOST' }, port: 4011 },
      proxy: { port: 4012, allow: 'login.example' },
    });
    expect(sink).toEqual({
      env: [
        { name: 'LEDGER_URL', path: '' },
        { name: 'CRM_URL', path: '/api/v2' },
      ],
      port: 4010,
      token: TOKEN,
      keys: ['reference'],
      ignore: ['/a'],
      judge: ['/b', '/c'],
      routes: [
        { path: '/a', status: 200, headers: {} },
        { method: 'POST', path: '/b', status: 202, body: { a: 1 }, headers: { x: 'y' } },
      ],
      smtp: { env: { host: 'MAIL_HOST' }, port: 4011 },
      proxy: { port: 4012, allow: ['login.example'] },
    });
  });

  test('in short', () => {
    expect(resolved({ env: 'A', smtp: true, proxy: true })).toEqual({
      env: [{ name: 'A', path: '' }],
      keys: [],
      ignore: [],
      judge: [],
      routes: [],
      smtp: {},
      proxy: { allow: [] },
    });
  });

  test('a receiver that runs already needs fixed ports', () => {
    const external = { url: 'http://127.0.0.1:1/' };
    expect(resolved({ port: 4010 }, external, { LOST200_SINK_TOKEN: TOKEN })).toMatchObject({
      port: 4010,
      token: TOKEN,
    });
    expect(refusal(() => resolved({}, external)).message).toMatch(
      /"sink\.port" in lost200\.config\.yaml is missing/,
    );
    expect(refusal(() => resolved({ port: 1, smtp: true }, external)).message).toMatch(/sink\.smtp\.port/);
    expect(refusal(() => resolved({ port: 1, proxy: { allow: 'a' } }, external)).message).toMatch(
      /sink\.proxy\.port/,
    );
    expect(refusal(() => resolved({ port: 1, env: 'A' }, external))).toMatchObject({
      code: 'LOST200_E_USAGE',
      remedy: expect.stringContaining('--exec') as string,
    });
  });

  test('a token that is too short is refused without being shown', () => {
    const { message } = refusal(() =>
      resolved({}, { exec: 'start' }, { LOST200_SINK_TOKEN: 'short-secret' }),
    );
    expect(message).toMatch(/16 to 128/);
    expect(message).not.toContain('short-secret');
  });

  test.each<[unknown]>([
    [{ env: 'not a name' }],
    [{ env: 'A=relative' }],
    [{ port: 0 }],
    [{ token: 'short' }],
    [{ routes: [{ status: 200 }] }],
    [{ routes: [{ path: '/a', status: 99 }] }],
    [{ smtp: 'yes' }],
    [{ proxy: { hosts: [] } }],
    [{ url: 'x' }],
  ])('%j is no sink', (sink) => {
    expect(sinkSchema.safeParse(sink).success).toBe(false);
  });
});

describe('--sink', () => {
  const cli: CliOptions = { sink: ['A', 'B=/x'], exec: 'start' };

  test('names variables beside what the file says', () => {
    expect(mergeConfig({ sink: { env: 'C', smtp: true } }, cli)).toMatchObject({
      sink: { env: ['A', 'B=/x'], smtp: true },
    });
    expect(mergeConfig({ sink: { env: 'C' } }, {})).toMatchObject({ sink: { env: 'C' } });
  });

  test('is repeated when a failure is replayed', () => {
    expect(replayArguments(cli, undefined).join(' ')).toBe('--exec start --sink A --sink B=/x');
  });

  test('a token is a secret', async () => {
    const settings = await resolveSettings({
      cwd: '/',
      cli,
      env: { LOST200_SINK_TOKEN: TOKEN },
      lifecycles,
      profiles,
      reporters: [],
    });
    expect(settings.sink?.token).toBe(TOKEN);
    expect(settings.secretValues).toContain(TOKEN);
  });
});
