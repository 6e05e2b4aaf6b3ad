import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lifecycles } from '../../simulator/lifecycles/index.ts';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import { standardWebhooks } from '../../simulator/profiles/standard-webhooks.ts';
import { Lost200Error } from '../errors.ts';
import { createRedactor } from '../redact.ts';
import type { CliOptions } from './cli-options.ts';
import { buildProfile } from './build-profile.ts';
import { resolveSettings } from './resolve.ts';
import type { Settings } from './settings.ts';

/** Its secrets are any text. */
const textKeyed: Profile = buildProfile({
  id: 'text-keyed',
  signature: { hmac: { signs: '{body}', headers: { 'X-Sign': '{signatures}' } } },
});
/** Its secrets are private keys. */
const keyed: Profile = {
  ...textKeyed,
  id: 'keyed',
  title: 'Keyed',
  lifecycles: [
    { ...lifecycle('payment'), id: 'keyed/charge', objectIdShape: 'ch_{base62:24}' },
    { ...lifecycle('order'), id: 'keyed/order' },
  ],
  scheme: {
    ...textKeyed.scheme,
    kind: 'keys',
    secretFault: (secret) => (/^-----BEGIN [^]+-----\n$/.test(secret) ? undefined : 'it is no private key'),
    secretOf: () => pem('known test key'),
  },
};

function lifecycle(id: string): Lifecycle {
  const found = lifecycles.find((one) => one.id === id);
  if (found === undefined) throw new RangeError(id);
  return found;
}

function pem(text: string): string {
  const key = Buffer.from(text.padEnd(96, '.')).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${key.slice(0, 64)}\n${key.slice(64)}\n-----END PRIVATE KEY-----\n`;
}

let folder: string;
let number = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lost200-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(text: string, extension = 'yaml'): Promise<string> {
  const name = `config-${(number += 1)}.${extension}`;
  await writeFile(join(folder, name), text);
  return name;
}

function resolve(cli: CliOptions, env: Record<string, string> = {}): Promise<Settings> {
  return resolveSettings({
    cwd: folder,
    cli,
    env,
    lifecycles,
    profiles: [standardWebhooks, textKeyed, keyed],
    reporters: ['terminal', 'junit', 'html'],
    resolveHost: (host) => Promise.resolve([host === 'private.example' ? '10.1.2.3' : '203.0.113.7']),
  });
}

async function resolveText(
  text: string,
  cli: CliOptions = {},
  env: Record<string, string> = {},
): Promise<Settings> {
  return resolve({ config: await fileOf(text), ...cli }, env);
}

async function refusal(settings: Promise<unknown>): Promise<Lost200Error> {
  const error: unknown = await settings.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Lost200Error)) throw new Error('expected a Lost200Error', { cause: error });
  return error;
}

describe('defaults', () => {
  test('a url alone', async () => {
    expect(await resolve({ url: 'http://127.0.0.1:3000/hook' })).toEqual({
      url: 'http://127.0.0.1:3000/hook',
      headers: {},
      secrets: ['whsec_bG9zdDIwMC1sb2NhbC10ZXN0aW5nLWtleS0wMDAx'],
      secretValues: [],
      profile: 'standard-webhooks',
      checks: [],
      lifecycle: lifecycles.find((lifecycle) => lifecycle.id === 'payment'),
      only: [],
      seeds: 1,
      repeat: 5,
      quietFloorMs: 20,
      settleTimeoutMs: 30_000,
      concurrency: 8,
      observe: {},
      ids: { object: 'obj_{base62:16}' },
      fixed: {},
      providerApi: {},
      allowHosts: [],
      out: '.lost200',
      reporters: [],
      strict: false,
      accept: [],
      require: [],
      replayArguments: ['http://127.0.0.1:3000/hook'],
    });
  });

  test('names of states are laid over a built-in lifecycle', async () => {
    const settings = await resolveText('url: http://127.0.0.1:3000/hook\nstateNames: { PAID: paid }\n');
    expect(settings.lifecycle).toMatchObject({ id: 'payment', stateNames: { PAID: 'paid' } });
    expect(Object.keys(settings.lifecycle.facts)).toContain('refunded');
  });

  test('a command gets a url with its port', async () => {
    const settings = await resolve({ exec: 'node app.js', ready: '/health' });
    expect(settings.url).toBe('http://127.0.0.1:{port}/webhooks');
    expect(settings.exec).toEqual({
      command: 'node app.js',
      env: {},
      readyPath: '/health',
      readyTimeoutMs: 30_000,
      stopTimeoutMs: 3000,
    });
    expect(settings.replayArguments).toEqual(['--exec', 'node app.js', '--ready', '/health']);
  });

  test('neither url nor command', async () => {
    expect(await refusal(resolve({}))).toMatchObject({
      code: 'LOST200_E_USAGE',
      remedy: expect.stringContaining('--exec') as string,
    });
  });
});

describe('a whole file', () => {
  const yaml = `
$schema: ./schema.json
url: http://127.0.0.1:3000/hook/{objectId}?tenant={fixed.tenant}
headers: { Authorization: 'Bearer \${API_TOKEN}', X-Kind: a }
secret: ['whsec_{env.KEY}', 'whsec_bG9zdDIwMC1sb2NhbC10ZXN0aW5nLWtleS0wMDAx']
only: duplicates/*
seed: 42
timeout: 2s
quietFloor: 5
settle: { timeout: 1m }
fixed: { tenant: 7 }
observe:
  http:
    state: http://127.0.0.1:3000/objects/{objectId}
    effects: { url: 'http://127.0.0.1:3000/effects?event={eventId}', path: $.rows }
  sql: { database: 'postgres://u:\${DB_PASSWORD}@127.0.0.1/db', state: 'select s from o where id = {objectId}' }
arrange: { http: { url: 'http://127.0.0.1:3000/objects', body: { id: '{objectId}' } } }
cleanup: { sql: { query: 'delete from o where id = {objectId}' } }
drain: { command: ./drain.sh }
reporters: [terminal, 'junit=out/junit.xml', { name: html }]
`;
  const env = { API_TOKEN: 't0k', KEY: Buffer.alloc(32, 7).toString('base64'), DB_PASSWORD: 'pw' };

  test('is resolved', async () => {
    expect(await resolveText(yaml, {}, env)).toMatchObject({
      url: 'http://127.0.0.1:3000/hook/{objectId}?tenant={fixed.tenant}',
      headers: { Authorization: 'Bearer t0k', 'X-Kind': 'a' },
      secrets: [`whsec_${env.KEY}`, 'whsec_bG9zdDIwMC1sb2NhbC10ZXN0aW5nLWtleS0wMDAx'],
      only: ['duplicates/*'],
      seed: '42',
      timeoutMs: 2000,
      quietFloorMs: 5,
      settleTimeoutMs: 60_000,
      observe: {
        http: {
          state: { url: 'http://127.0.0.1:3000/objects/{objectId}', path: '$.status' },
          effects: { url: 'http://127.0.0.1:3000/effects?event={eventId}', path: '$.rows' },
        },
        sql: { database: 'postgres://u:pw@127.0.0.1/db' },
      },
      arrange: {
        kind: 'http',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"id":"{objectId}"}',
      },
      cleanup: { kind: 'sql', database: 'postgres://u:pw@127.0.0.1/db' },
      drain: { kind: 'command', command: './drain.sh' },
      reporters: [{ name: 'terminal' }, { name: 'junit', path: 'out/junit.xml' }, { name: 'html' }],
    });
  });

  test('says what of it must not be shown', async () => {
    const { secretValues } = await resolveText(yaml, {}, env);
    expect(secretValues).toEqual([`whsec_${env.KEY}`, env.KEY, 'Bearer t0k', 't0k', 'a', 'pw']);
  });

  test('addresses may be shown, what they carry may not', async () => {
    const text = `
url: \${RECEIVER}
headers: { content-type: application/json, Authorization: Basic dTpw }
observe: { http: { state: 'http://\${HOST}/o/{objectId}?token=\${TOKEN}', headers: { X-Key: k3y } } }
arrange: { http: { url: 'http://127.0.0.1/x', headers: { X-Hook: h00k } } }
cleanup: { sql: { database: '\${DB}', query: 'select {objectId}' } }
providerApi: { token: abcdefghijklmnopqrst }
`;
    const { secretValues } = await resolveText(
      text,
      {},
      {
        RECEIVER: 'http://127.0.0.1:3000/hook?key=a%2Fb',
        HOST: '127.0.0.1:3000',
        TOKEN: 't0ken',
        DB: 'postgres://u:p%40ss@127.0.0.1/db?application_name=x',
      },
    );
    expect(new Set(secretValues)).toEqual(
      new Set([
        'Basic dTpw',
        'dTpw',
        'k3y',
        'h00k',
        'p%40ss',
        'p@ss',
        'abcdefghijklmnopqrst',
        'a/b',
        'a%2Fb',
        't0ken',
      ]),
    );
  });

  test('gives way to the command line', async () => {
    const settings = await resolveText(
      yaml,
      {
        state: 'http://127.0.0.1:9/o/{objectId}',
        timeout: '3s',
        header: ['x-kind: b', 'X-New: c: d'],
        reporter: ['html=x'],
        seeds: '3',
      },
      env,
    );
    expect(settings).toMatchObject({
      timeoutMs: 3000,
      seeds: 3,
      headers: { Authorization: 'Bearer t0k', 'x-kind': 'b', 'X-New': 'c: d' },
      observe: { http: { state: { url: 'http://127.0.0.1:9/o/{objectId}', path: '$.status' } }, sql: {} },
      reporters: [{ name: 'html', path: 'x' }],
    });
  });

  test('names a variable that is not set', async () => {
    const error = await refusal(resolveText(yaml, {}, { ...env, API_TOKEN: undefined as unknown as string }));
    expect(error.message).toMatch(
      /^"headers\.Authorization" in config-\d+\.yaml needs the environment variable API_TOKEN/,
    );
  });
});

describe('mistakes are named with key, place and what to write', () => {
  test.each<[string, string, RegExp, RegExp]>([
    ['unknown key', 'urll: x', /^"urll" in config-\d+\.yaml is not a known key\.$/, /Did you mean "url"\?/],
    ['unknown nested key', 'observe: { htp: {} }', /^"observe\.htp" in /, /Did you mean "http"\?/],
    [
      'unknown key in a union',
      'exec: { command: x, redy: / }',
      /^"exec\.redy" in /,
      /Did you mean "ready"\?/,
    ],
    [
      'unknown key in a list',
      'reporters: [{ nam: x }]',
      /"reporters\[0\]\.nam" in .* is not a known key/,
      /"name"/,
    ],
    [
      'unknown key of a record',
      'lifecycle: { id: x, start: [a], facts: { a: { type: t, stat: s } } }',
      /"lifecycle\.facts\.a\.stat"/,
      /"state"/,
    ],
    [
      'wrong type',
      'strict: 1',
      /"strict" in .*: expected true or false, found the number 1\./,
      /Correct config-/,
    ],
    [
      'wrong number',
      'seeds: 0',
      /"seeds" in .*: expected a whole number from 1 to 100000, found the number 0/,
      /./,
    ],
    [
      'wrong duration',
      'timeout: 5 minutes',
      /"timeout" in .*: expected a duration .*, found the text "5 minutes"/,
      /./,
    ],
    [
      'wrong type of a secret',
      'secret: { a: b }',
      /"secret" in .*: expected a text or a list of texts, found an object/,
      /./,
    ],
    [
      'wrong hook',
      'drain: { command: x, http: { url: "http://[::1]" } }',
      /"drain" in .*: expected exactly one of http, sql, command/,
      /./,
    ],
    [
      'a value of no fact',
      `url: http://127.0.0.1/\nlifecycle: { id: x, start: [a], facts: { a: { type: t, state: s } }, values: { n: { kind: count, facts: [b] } } }`,
      /"lifecycle\.values\.n" .*names "b", which is no fact/,
      /"a"/,
    ],
    [
      'a value of no draw',
      `url: http://127.0.0.1/\nlifecycle: { id: x, start: [a], facts: { a: { type: t, state: s } }, values: { n: { kind: latest, field: b } } }`,
      /"lifecycle\.values\.n\.field" .*names "b", which is no draw/,
      /occurredAt/,
    ],
    [
      'an entitlement without owners',
      `url: http://127.0.0.1/\nlifecycle: { id: x, start: [a], facts: { a: { type: t, state: s } }, values: { n: { kind: entitled, states: [s] } } }`,
      /"lifecycle\.values\.n" .*is of an owner/,
      /owned: true/,
    ],
    [
      'a value of no kind',
      'lifecycle: { id: x, start: [a], facts: { a: { type: t, state: s } }, values: { n: { kind: total } } }',
      /"lifecycle\.values\.n/,
      /./,
    ],
    [
      'a check that is two things',
      'checks: { c: { module: ./c.mjs, command: c } }',
      /"checks\.c" .*exactly one of/,
      /./,
    ],
    [
      'a check under an odd name',
      `url: http://127.0.0.1/\nchecks: { C 1: { command: c } }`,
      /"checks\.C 1" .*is no id/,
      /small letters/,
    ],
    [
      'no state in lifecycle',
      'lifecycle: { id: x, start: [a], facts: { a: { type: t } } }',
      /"lifecycle\.facts\.a\.state" in .* is missing: expected a text/,
      /./,
    ],
    [
      'wrong word',
      'lifecycle: { id: x, start: [a], facts: { a: { type: t, state: s, effects: [{ kind: k, when: never }] } } }',
      /when" in .*: expected one of "always", "ifCurrent", found the text "never"/,
      /./,
    ],
    [
      'user in url',
      'url: http://me:pw@127.0.0.1/',
      /"url" in .*: expected an http:\/\/ or https:\/\/ URL without user name or password/,
      /./,
    ],
    ['id shape', 'ids: { object: "x_{base63:4}" }', /"ids\.object" in .*: expected an id shape/, /./],
    [
      'unknown lifecycle',
      'url: http://127.0.0.1\nlifecycle: paiment',
      /"lifecycle" in .* is "paiment", which is no lifecycle/,
      /Did you mean "payment"/,
    ],
    [
      'unknown profile',
      'url: http://127.0.0.1\nprofile: keyd',
      /is "keyd", which is no profile/,
      /Did you mean "keyed"/,
    ],
    [
      'unknown reporter',
      'url: http://127.0.0.1\nreporters: [junitt]',
      /"reporters\[0\]" in .* is "junitt"/,
      /Did you mean "junit"/,
    ],
    [
      'planted data of lifecycle',
      'url: http://127.0.0.1\nlifecycle: { id: x, start: [a], facts: { a: { type: t, state: s, payload: { mail: "{canary.mail}" } } } }',
      /"lifecycle\.facts\.a\.payload" in .* has the unknown placeholder \{canary\.mail\}/,
      /canary\.email/,
    ],
    [
      'fact of lifecycle',
      'url: http://127.0.0.1\nlifecycle: { id: x, start: [a], next: { a: [bb] }, facts: { a: { type: t, state: s }, b: { type: t, state: s } } }',
      /"lifecycle\.next\.a\[0\]" in .* names "bb"/,
      /Did you mean/,
    ],
    [
      'placeholder',
      'url: http://127.0.0.1/{objectID}',
      /"url" in .* has the unknown placeholder \{objectID\}/,
      /Did you mean "objectId"/,
    ],
    ['port without exec', 'url: http://127.0.0.1:{port}/', /"url" in .* uses \{port\}/, /--exec/],
    [
      'state of nothing',
      'url: http://127.0.0.1\nobserve: { http: { state: "http://127.0.0.1/all" } }',
      /"observe\.http\.state" in .* lacks \{objectId\}/,
      /./,
    ],
    [
      'placeholder in command',
      'url: http://127.0.0.1\narrange: { command: "make {objectId}" }',
      /"arrange\.command" in .* uses \{objectId\}/,
      /"\$LOST200_OBJECT_ID"/,
    ],
  ])('%s', async (_, yaml, message, remedy) => {
    const error = await refusal(resolveText(yaml));
    expect(error.message).toMatch(message);
    expect(error.remedy).toMatch(remedy);
    expect(error.exitCode).toBe(64);
  });

  test('on the command line, the option is named', async () => {
    const url = 'http://127.0.0.1';
    expect((await refusal(resolve({ url, seeds: 'x' }))).message).toBe(
      '--seeds: expected a whole number from 1 to 100000, found the text "x".',
    );
    expect((await refusal(resolve({ url, quietFloor: '1d' }))).message).toMatch(
      /^--quiet-floor: expected a duration/,
    );
    expect((await refusal(resolve({ url, profile: 'x' }))).message).toMatch(/^--profile is "x"/);
    expect((await refusal(resolve({ url: '127.0.0.1:3000' }))).message).toMatch(
      /^the url argument: expected an http/,
    );
    expect((await refusal(resolve({ url, ready: '/h' }))).message).toBe(
      '--ready is for a receiver that lost200 starts.',
    );
    expect((await refusal(resolve({ url, header: ['secretvalue'] }))).message).not.toContain('secretvalue');
  });

  test('every mistake of a file at once', async () => {
    const error = await refusal(resolveText('urll: x\nseeds: a\nexce: y'));
    expect(error.message.split('\n')).toHaveLength(3);
    expect(error.remedy).toContain('"exec"');
  });
});

describe('secrets', () => {
  const url = 'http://127.0.0.1';
  const key = Buffer.alloc(32, 255).toString('base64');

  test('LOST200_SECRET wins over the file, --secret over both', async () => {
    const yaml = `url: ${url}\nsecret: whsec_${Buffer.alloc(24).toString('base64')}`;
    expect((await resolveText(yaml, {}, { LOST200_SECRET: key })).secrets).toEqual([key]);
    expect((await resolveText(yaml, { secret: `whsec_${key}` }, { LOST200_SECRET: 'bad' })).secrets).toEqual([
      `whsec_${key}`,
    ]);
  });

  test.each([
    ['whsec_', 'nothing follows'],
    [`${key}\n`, 'space or a line break'],
    ['whsec_c2hvcnQ=', 'it holds 5 bytes'],
    [Buffer.alloc(65).toString('base64'), 'it holds 65 bytes'],
    ['sk_live_abcdefghijklmnop', 'begins with "sk_"'],
    [Buffer.alloc(32, 255).toString('base64url'), 'base64url'],
    ['correct horse battery', 'space'],
    ['p@ssw0rdp@ssw0rdp@ssw0rd', 'not base64'],
    [key.slice(0, -3), 'incomplete'],
  ])('%j is refused and not shown', async (secret, why) => {
    const error = await refusal(resolve({ url }, { LOST200_SECRET: secret }));
    expect(error.code).toBe('LOST200_E_SECRET');
    expect(error.message).toContain(why);
    expect(error.message).toMatch(/^LOST200_SECRET is no/);
    expect(`${error.message}${error.remedy}`).not.toContain(secret.trim().slice(6) || '?');
  });

  test('never enter the replay arguments', async () => {
    const cli = {
      url,
      secret: key,
      header: ['X-Api-Key: abc', 'A: Bearer ${T}'],
      providerApiToken: 'x'.repeat(16),
      timeout: '1s',
    };
    expect((await resolve(cli, { T: 'tt' })).replayArguments).toEqual([
      url,
      '--timeout',
      '1s',
      '--header',
      'X-Api-Key: ${LOST200_HEADER_X_API_KEY}',
      '--header',
      'A: Bearer ${T}',
    ]);
  });

  test('of another profile are checked in its own way', async () => {
    expect((await resolve({ url, profile: 'text-keyed', secret: 'anything' })).secrets).toEqual(['anything']);
    const empty = await refusal(resolve({ url, profile: 'text-keyed' }, { LOST200_SECRET: '' }));
    expect(empty.code).toBe('LOST200_E_SECRET');
    const wrong = await refusal(resolve({ url, profile: 'keyed', secret: 'sk_live_abcdefgh' }));
    expect(wrong).toMatchObject({
      code: 'LOST200_E_SECRET',
      message: '--secret is no secret of Keyed: it is no private key.',
      remedy: expect.stringContaining('lost200 explain keyed') as string,
    });
  });

  test('of a profile are known ones where none is given, and may be shown', async () => {
    const own = await resolve({ url, profile: 'text-keyed' });
    expect(own.secrets).toEqual([Buffer.from('lost200-local-testing-key-000001').toString('hex')]);
    expect(own.secretValues).toEqual([]);
    expect((await resolve({ url, profile: 'keyed' })).secretValues).toEqual([]);
  });

  test('may have several lines, or one with \\n in it', async () => {
    const key = pem('of the user');
    for (const written of [key, key.replaceAll('\n', '\\n')]) {
      const settings = await resolve({ url, profile: 'keyed' }, { LOST200_SECRET: written });
      expect(settings.secrets).toEqual([key]);
      const body = key.split('\n')[1] ?? '';
      expect(createRedactor(settings.secretValues)(`key: ${body} (${JSON.stringify(key)})`)).toBe(
        'key: [secret] ("[secret]")',
      );
      expect(settings.secretValues).not.toContain('-----BEGIN PRIVATE KEY-----');
    }
  });

  test('that ran out are given beside those that sign', async () => {
    const old = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const yaml = `url: ${url}\nsecret: [whsec_${key}, '${old}']\nexpiredSecret: whsec_\${OLDER}\n`;
    const older = Buffer.alloc(32, 2).toString('base64');
    const settings = await resolveText(yaml, {}, { OLDER: older });
    expect(settings.secrets).toEqual([`whsec_${key}`, old]);
    expect(settings.expiredSecrets).toEqual([`whsec_${older}`]);
    expect(settings.secretValues).toEqual(expect.arrayContaining([`whsec_${older}`, older, old, key]));
    const both = await refusal(resolveText(`url: ${url}\nsecret: '${old}'\nexpiredSecret: '${old}'`));
    expect(both).toMatchObject({
      code: 'LOST200_E_SECRET',
      message: expect.stringMatching(/^"expiredSecret"/) as string,
    });
  });

  test('are none where nothing is signed', async () => {
    const unsigned = `url: ${url}\nprofile: { extends: standard-webhooks, signature: none }\n`;
    expect((await resolveText(`${unsigned}secret: none`)).secrets).toEqual([]);
    expect((await resolveText(unsigned, {}, { LOST200_SECRET: 'whatever' })).secrets).toEqual([]);
    expect((await refusal(resolveText(`${unsigned}secret: whsec_${key}`))).message).toMatch(/signs nothing/);
    expect((await refusal(resolveText(`url: ${url}\nsecret: none`))).message).toMatch(/signs its requests/);
  });
});

describe('a plan that is played again', () => {
  const again = (cli: CliOptions, profile: string): Promise<Settings> =>
    resolveSettings({
      cwd: folder,
      cli: { url: 'http://127.0.0.1', ...cli },
      env: {},
      lifecycles,
      profiles: [standardWebhooks, textKeyed, keyed],
      reporters: [],
      plan: { profile, lifecycle: lifecycle('credit') },
    });

  test('brings its profile and its lifecycle', async () => {
    expect(await again({}, 'keyed')).toMatchObject({ profile: 'keyed', lifecycle: { id: 'credit' } });
    expect((await again({}, 'keyed')).secrets[0]).toMatch(/^-----BEGIN/);
  });

  test('gives way to what is named', async () => {
    const settings = await again({ profile: 'text-keyed', lifecycle: 'order' }, 'keyed');
    expect(settings).toMatchObject({ profile: 'text-keyed', lifecycle: { id: 'order' } });
  });

  test('of a home-made profile needs its config', async () => {
    expect(await refusal(again({}, 'shop'))).toMatchObject({
      code: 'LOST200_E_PLAN',
      remedy: expect.stringContaining('--config') as string,
    });
  });
});

describe('the lifecycle', () => {
  const url = 'http://127.0.0.1';

  test("is the profile's first one, unless another is named", async () => {
    const settings = await resolve({ url, profile: 'keyed' });
    expect(settings.lifecycle.id).toBe('keyed/charge');
    expect(settings.lifecycleDeclared).toBeUndefined();
    expect(settings.ids).toEqual({ object: 'ch_{base62:24}' });
    const order = await resolve({ url, profile: 'keyed', lifecycle: 'keyed/order' });
    expect(order).toMatchObject({ lifecycle: { id: 'keyed/order' }, lifecycleDeclared: true });
    expect(order.ids).toEqual({ object: 'obj_{base62:16}' });
    expect((await resolve({ url, profile: 'keyed', lifecycle: 'message' })).lifecycle.id).toBe('message');
    const own = await resolveText(`url: ${url}\nprofile: keyed\nids: { object: 'x{int}', part: 'p{int}' }`);
    expect(own.ids).toEqual({ object: 'x{int}', part: 'p{int}' });
  });

  test('of another profile is not known', async () => {
    const error = await refusal(resolve({ url, profile: 'keyed', lifecycle: 'keyed/chargs' }));
    expect(error).toMatchObject({ code: 'LOST200_E_UNKNOWN_ID', remedy: 'Did you mean "keyed/charge"?' });
  });
});

test('every target of a run is checked', async () => {
  const outside = await refusal(resolve({ url: 'http://hooks.example/x' }));
  expect(outside).toMatchObject({
    code: 'LOST200_E_HOST_NOT_ALLOWED',
    remedy: expect.stringContaining('--allow-host hooks.example') as string,
  });
  expect((await resolve({ url: 'http://hooks.example/x', allowHost: ['hooks.example'] })).allowHosts).toEqual(
    ['hooks.example'],
  );
  const yaml =
    'url: http://127.0.0.1\narrange: { sql: { database: "postgres://db.example/x", query: select 1 } }';
  expect((await refusal(resolveText(yaml))).code).toBe('LOST200_E_HOST_NOT_ALLOWED');
});
