/** Everything said in one YAML file, as a team without a line of TypeScript would: hooks, ids, templates, a lifecycle of its own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunReport } from '../../reports/run-report.ts';
import { json, Ledger, type Answer, type Owes } from './ledger.ts';
import { freshFolder, lost200, reportOf } from './lost200.ts';
import { eventIn, startStub, type Received } from './stub-receiver.ts';

const CONFIG = readFileSync(new URL('./plans/shop.config.yaml', import.meta.url), 'utf8');

/** Points are owed for a payment whatever comes after it; the welcome mail only while the order is still paid. */
const owes: Owes = ({ data: { status } }, isNewest) => {
  if (status === 'BEZAHLT') return isNewest ? ['points', 'welcome'] : ['points'];
  return status === 'ERSTATTET' ? ['points'] : [];
};

it('plays a shop that makes its own orders', async () => {
  const arrangedAtMs = new Map<string, number>();
  const asked: unknown[] = [];
  const removed: string[] = [];
  let drains = 0;
  const rule = ({ method, url, body, headers, atMs }: Received): Answer | undefined => {
    const { pathname } = new URL(url, 'http://shop');
    if (method === 'POST' && pathname === '/test/orders') {
      asked.push({ ...(JSON.parse(body.toString('utf8')) as object), key: headers['x-test-key'] });
      const id = String(70_000 + arrangedAtMs.size);
      arrangedAtMs.set(id, atMs);
      return json(201, { id: Number(id) });
    }
    if (method === 'DELETE') {
      removed.push(pathname.replace('/test/orders/', ''));
      return { status: 204, body: '' };
    }
    if (pathname === '/test/drain') {
      drains += 1;
      return json(200, {});
    }
    return undefined;
  };
  const receiver = await startStub(rule, new Ledger(owes));

  const cwd = freshFolder();
  writeFileSync(join(cwd, 'lost200.config.yaml'), CONFIG);
  const ended = await lost200(['run', '--json'], {
    cwd,
    env: { SHOP: receiver.base, SHOP_TENANT: 'tenant-42', SHOP_TEST_KEY: 'let me in' },
  });
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  const report = reportOf(ended);
  expect(report.run.lifecycle).toBe('order');
  expect(report.receiver.capabilities).toEqual(
    expect.arrayContaining(['state', 'effects:points', 'effects:welcome']),
  );
  expect(report.summary).toMatchObject({ fail: 0, unknown: 0 });

  const webhooks = receiver.webhooks();
  expect(webhooks.length).toBeGreaterThan(50);
  for (const webhook of webhooks) {
    const event = eventIn(webhook);
    const { id } = event.data;
    expect(webhook.url).toBe(`/hooks/${id}/${event.type}`);
    const arrangedAt = arrangedAtMs.get(id) ?? NaN;
    expect(Date.parse(event.createdAt)).toBeGreaterThanOrEqual(arrangedAt);
    expect(webhook.headers).toMatchObject({ 'x-tenant': 'tenant-42', 'x-plain': 'always this' });
    expect(webhook.headers['webhook-id']).toMatch(/^evt-\d{9}$/);
    expect(event.data).toMatchObject({ customer: 'cus_known', note: 'tenant 7 of 7' });
    expect(event.data['paidAt']).toBe(event.data.status === 'BEZAHLT' ? event.createdAt : undefined);
  }
  const spoken = new Set(webhooks.map((webhook) => eventIn(webhook).data.id));
  expect([...spoken].filter((id) => !arrangedAtMs.has(id))).toEqual([]);
  expect(spoken.size).toBeGreaterThan(15);

  expect(asked.length).toBe(arrangedAtMs.size);
  for (const one of asked) {
    expect(one).toEqual({
      wanted: expect.stringMatching(
        /^order-[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      ) as string,
      customer: 'cus_known',
      key: 'let me in',
    });
  }
  expect(drains).toBeGreaterThan(5);
  expect(removed.sort()).toEqual([...arrangedAtMs.keys()].sort());

  const secrets = JSON.stringify(report) + ended.stderr;
  expect(secrets).not.toContain('let me in');
  expect(secrets).not.toContain('tenant-42');
});

/** Plays one scenario against a shop whose books are wrong, and which cannot remove its orders either. */
async function failuresOf(wrong: Owes): Promise<RunReport> {
  let orders = 0;
  const receiver = await startStub(({ method, url }) => {
    if (method === 'POST' && url === '/test/orders') {
      orders += 1;
      return json(201, { id: orders });
    }
    if (method === 'DELETE') return json(500, { error: 'read only' });
    return url === '/test/drain' ? json(200, {}) : undefined;
  }, new Ledger(wrong));
  const cwd = freshFolder();
  writeFileSync(join(cwd, 'lost200.config.yaml'), CONFIG);
  const ended = await lost200(['run', 'order/reversed', '--repeat', '0', '--settle', '1s', '--json'], {
    cwd,
    env: { SHOP: receiver.base, SHOP_TENANT: 't', SHOP_TEST_KEY: 'k' },
  });
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 1, stderr: '' });
  return reportOf(ended);
}

it('holds the shop to what it owes always, and to what it owes only while it is current', async () => {
  const [forgetful, belated] = await Promise.all([
    failuresOf((event, isNewest) => (isNewest ? owes(event, true) : [])),
    failuresOf((event) => owes(event, true)),
  ]);
  for (const [report, expected] of [
    [forgetful, 'no-loss'],
    [belated, 'single-effect'],
  ] as const) {
    const verdicts = report.scenarios.flatMap((scenario) => scenario.verdicts);
    const failed = verdicts.filter((verdict) => verdict.outcome === 'fail');
    expect(failed.map((verdict) => verdict.invariant)).toEqual([expected]);
    const [notice, ...others] = report.notices;
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ level: 'warning', sentence: { code: 'cleanup-failed' } });
    expect(notice?.sentence.text).toMatch(/500.*read only/);
  }
});
