/** What there is, said by the program itself. */
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../scenarios/catalogue.ts';
import { freshFolder, lost200 } from './lost200.ts';

const KINDS = [
  'scenarios',
  'invariants',
  'faults',
  'hazards',
  'alterations',
  'profiles',
  'lifecycles',
  'reporters',
];

it('lists everything, as text and as JSON, each thing with a sentence', async () => {
  const [text, machine] = await Promise.all([lost200(['list']), lost200(['list', '--json'])]);
  expect({ code: text.code, stderr: text.stderr }).toEqual({ code: 0, stderr: '' });
  expect({ code: machine.code, stderr: machine.stderr }).toEqual({ code: 0, stderr: '' });
  const listed = JSON.parse(machine.stdout) as Readonly<
    Record<string, readonly { id: string; text: string }[]>
  >;
  expect(Object.keys(listed)).toEqual(KINDS);
  expect(listed['scenarios']?.map((row) => row.id)).toEqual(catalogue.map((scenario) => scenario.id));
  for (const [kind, rows] of Object.entries(listed)) {
    expect(rows.length, kind).toBeGreaterThan(0);
    const part = text.stdout.split(/\n(?=\w)/).find((one) => one.startsWith(`${kind}\n`)) ?? '';
    for (const row of rows) {
      expect(row.text.length, row.id).toBeGreaterThan(10);
      const line = part.split('\n').find((one) => one.startsWith(`  ${row.id} `));
      expect(line, row.id).toContain(row.text);
    }
  }
});

it('lists one kind', async () => {
  const ended = await lost200(['list', 'invariants', '--json']);
  expect(ended.code).toBe(0);
  expect(Object.keys(JSON.parse(ended.stdout) as object)).toEqual(['invariants']);
});

it('helps', async () => {
  const [all, run, replay, version] = await Promise.all([
    lost200(['--help']),
    lost200(['run', '--help']),
    lost200(['help', 'replay']),
    lost200(['--version']),
  ]);
  for (const ended of [all, run, replay, version])
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  for (const command of ['run', 'replay', 'demo', 'list', 'explain'])
    expect(all.stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
  for (const option of ['--exec', '--state', '--effects', '--secret', '--seed', '--json', '--allow-host'])
    expect(run.stdout).toMatch(new RegExp(`^  ${option} `, 'm'));
  expect(replay.stdout).toMatch(/^Usage: lost200 replay/);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it('lists profiles with how sure each figure is', async () => {
  const ended = await lost200(['list', 'profiles', '--json']);
  const { profiles } = JSON.parse(ended.stdout) as { readonly profiles: readonly Record<string, unknown>[] };
  const stripe = profiles.find((one) => one['id'] === 'stripe');
  expect(stripe).toMatchObject({
    text: expect.stringMatching(
      /attempts over .*\(assumed\).* timeout 10 s \(assumed\).* takes 2xx \(documented\)/,
    ) as string,
    signature: { kind: 'shared', headers: ['Stripe-Signature'], toleranceSeconds: 300, basis: 'documented' },
    schedule: { attempts: 10, basis: 'assumed' },
    timeout: { ms: 10_000, basis: 'assumed' },
    success: { statuses: '2xx', basis: 'documented' },
  });
});

describe('explains', () => {
  it('a profile, with a request that verifies', async () => {
    const ended = await lost200(['explain', 'standard-webhooks']);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    const said = (pattern: RegExp): string => pattern.exec(ended.stdout)?.[1] ?? `no ${String(pattern)}`;
    expect(said(/signed bytes: (.*)/)).toBe('"{id}.{timestamp}.{body}"');
    expect(ended.stdout).toMatch(/^ {2}8 +24 h +44 h 36 m$/m);
    expect(ended.stdout).toMatch(/^timeout\n {2}15 s\n {2}documented: /m);
    expect(ended.stdout).toMatch(/taken: 2xx\n.*disabled at: 410/);
    const secret = said(/(whsec_\S+)/);
    const body = said(/indented here:\n([^]*?)\n\n/);
    const signed = `${said(/webhook-id: (.*)/)}.${said(/webhook-timestamp: (.*)/)}.${JSON.stringify(JSON.parse(body))}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const digest = createHmac('sha256', key).update(signed).digest('base64');
    expect(said(/webhook-signature: v1,(.*)/)).toBe(digest);
  });

  it('every thing that is listed', async () => {
    const ids = [
      catalogue.at(0)?.id,
      'single-effect',
      'lose-response',
      'repeat-after-ack',
      'wrong-secret',
      'payment',
    ];
    const all = await Promise.all(ids.map((id) => lost200(['explain', id ?? '', '--json'])));
    const kinds = all.map(({ stdout }) => (JSON.parse(stdout) as { readonly kind: string }[])[0]?.kind);
    expect(kinds).toEqual(['scenario', 'invariant', 'fault', 'hazard', 'alteration', 'lifecycle']);
  });

  it('a profile that a config describes', async () => {
    const cwd = freshFolder();
    writeFileSync(
      join(cwd, 'lost200.config.yaml'),
      'profile: { id: shop, signature: { token: { header: X-Token } }, retry: { delays: [1m, 1m, 1m, 1m, 1m] } }\n',
    );
    const ended = await lost200(['explain', 'shop'], { cwd });
    expect(ended.stdout).toMatch(/^profile shop\n/);
    expect(ended.stdout).toMatch(/static token.*\n.*X-Token/);
    expect(ended.stdout).toMatch(/2–6 +1 m each +5 m/);
  });

  it('nothing unknown', async () => {
    const ended = await lost200(['explain', 'strip']);
    expect(ended.code).toBe(64);
    expect(ended.stderr).toMatch(
      /Nothing is called "strip"[^]*Did you mean "stripe"[^]*LOST200_E_UNKNOWN_ID/,
    );
  });
});
