/** The retry schedule as a receiver lives through it: two days of provider, no time at all of ours. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readHistory } from './history-file.ts';
import { json } from './ledger.ts';
import { freshFolder, lost200, reportOf } from './lost200.ts';
import { libraryVerdict, signedIn } from './standard-webhooks.ts';
import { eventIn, startStub } from './stub-receiver.ts';

const SECRET = 'whsec_bG9zdDIwMC1sb2NhbC10ZXN0aW5nLWtleS0wMDAx';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PLAN = new URL('./plans/one-event.json', import.meta.url);

it('brings one event eight times over 44 h 36 m when seven attempts are answered 500', async () => {
  const cwd = freshFolder();
  writeFileSync(join(cwd, 'one-event.json'), readFileSync(PLAN));
  let refusals = 0;
  const receiver = await startStub((request) => {
    const isTheOne = request.method === 'POST' && eventIn(request).data['note'] === 'written by hand';
    if (!isTheOne || refusals === 7) return undefined;
    refusals += 1;
    return json(500, { error: 'not today' });
  });

  const ended = await lost200(['replay', 'one-event.json', receiver.url, ...receiver.sight, '--json'], {
    cwd,
  });
  const report = reportOf(ended);

  const received = receiver.webhooks().filter((request) => eventIn(request).data['note'] !== undefined);
  expect(received).toHaveLength(8);
  expect(new Set(received.map((request) => request.headers['webhook-id'])).size).toBe(1);
  expect(new Set(received.map((request) => request.body.toString('utf8'))).size).toBe(1);
  expect(received.map((request) => libraryVerdict(SECRET, signedIn(request)))).toEqual(
    Array.from({ length: 8 }, () => 'accepted'),
  );

  const attempts = readHistory(report, cwd).entries.filter(
    (entry) => entry.kind === 'attempt-started' && entry.deliveryId === 'd1' && entry.phase === 'storm',
  );
  const gaps = attempts.slice(1).map((entry, index) => entry.virtualMs - (attempts[index]?.virtualMs ?? NaN));
  expect(gaps).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR]);
  expect((attempts.at(-1)?.virtualMs ?? NaN) - (attempts[0]?.virtualMs ?? NaN)).toBe(44 * HOUR + 36 * MINUTE);

  const storm = readHistory(report, cwd).entries.filter((entry) => entry.phase === 'storm');
  expect(
    Math.max(...storm.map((entry) => entry.wallMs)) - Math.min(...storm.map((entry) => entry.wallMs)),
  ).toBeLessThan(1000);
  expect(
    report.scenarios[0]?.verdicts.find((verdict) => verdict.invariant === 'delivery-completes'),
  ).toMatchObject({
    outcome: 'pass',
  });
  expect(ended.stderr).toBe('');
});
