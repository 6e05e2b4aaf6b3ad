/**
 * Receivers on the providers' own libraries, which know nothing of us: the examples pass, and each broken twin is named by the
 * case of its bug, which the right one passes with witnesses.
 */
import { describe, expect, it } from 'vitest';
import type { RunReport, Verdict } from '../../reports/run-report.ts';
import { receivers } from '../receivers/index.ts';
import { freshDatabase } from '../systems/postgres.ts';
import { programOf, sightOf } from './bundled-receiver.ts';
import { lost200, reportOf, type Ended } from './lost200.ts';

const SECRET = 'whsec_bG9zdDIwMC1sb2NhbC10ZXN0aW5nLWtleS0wMDAx';
const LIBRARIES = programOf('test/vendor/resolve.mjs');

const examples = [
  ['standard-webhooks', 'WEBHOOK_SECRET'],
  ['stripe', 'STRIPE_WEBHOOK_SECRET'],
  ['github', 'GITHUB_WEBHOOK_SECRET'],
  ['slack', 'SLACK_SIGNING_SECRET'],
  ['shopify', 'SHOPIFY_API_SECRET'],
  ['meta-whatsapp', 'META_APP_SECRET'],
  ['mercado-pago', 'MERCADO_PAGO_SECRET'],
] as const;

const STORY = ['baseline/calm', 'duplicates/*', 'order/reversed', 'forged/wrong-secret', 'odd/escaped-*'];

const twins = receivers.filter(({ kind, file }) => kind === 'broken' && file.endsWith('.mjs'));

const databases = await Promise.all(
  [...examples.map(([profile]) => profile), ...twins.map(({ id }) => id)].map((name) =>
    freshDatabase(`e2e_${name.replaceAll('-', '_')}`),
  ),
);
const [anyDatabase = { missing: 'no database was asked for' }] = databases;

function attack(
  file: string,
  ids: readonly string[],
  { profile, secret, place }: { readonly profile: string; readonly secret: string; readonly place: number },
): Promise<Ended> {
  const database = databases[place];
  const url = database !== undefined && 'url' in database ? database.url : '';
  return lost200(
    [
      ...['run', ...ids, '--profile', profile, '--secret', SECRET],
      ...['--exec', `exec "${process.execPath}" --import "${LIBRARIES}" "${programOf(file)}"`],
      ...sightOf('http://127.0.0.1:{port}', 'object={objectId}'),
      ...['--seed', 'libraries', '--settle', '3s', '--repeat', '0', '--json'],
    ],
    { env: { DATABASE_URL: url, [secret]: SECRET } },
  );
}

function verdictOf(report: RunReport, name: string): Verdict | undefined {
  return report.scenarios.flatMap(({ verdicts }) => verdicts).find((verdict) => verdict.case === name);
}

describe.skipIf('missing' in anyDatabase)('receivers on vendor libraries', { timeout: 60_000 }, () => {
  it.each(examples)('%s: the example passes', async (profile, secret) => {
    const place = examples.findIndex(([name]) => name === profile);
    const ended = await attack(`examples/vendors/${profile}.mjs`, STORY, { profile, secret, place });
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    expect(reportOf(ended).summary).toMatchObject({ outcome: 'pass', fail: 0, unknown: 0 });
  });

  it.each(twins)('$id: $says', async (twin) => {
    const profile = twin.options?.profile ?? '';
    const secret = examples.find(([name]) => name === profile)?.[1] ?? '';
    const at = { profile, secret, place: examples.length + twins.indexOf(twin) };
    // The matrix plays all of its cases.
    const [name = ''] = twin.caughtBy;
    const ids = ['baseline/calm', name.split('#')[0] ?? ''];
    const [wrong, right] = await Promise.all([
      attack(twin.file, ids, at),
      attack(`examples/vendors/${profile}.mjs`, ids, at),
    ]);
    expect(verdictOf(reportOf(wrong), name)).toMatchObject({ outcome: 'fail' });
    const held = verdictOf(reportOf(right), name);
    expect(held).toMatchObject({ outcome: 'pass' });
    expect(held?.witnesses).toBeGreaterThan(0);
  });
});
