/** Providers without a line of TypeScript: one built-in profile changed, and one that nobody but the user knows. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Plan } from '../../simulator/plan.ts';
import { json, Ledger, type Answer, type TakenEvent } from './ledger.ts';
import { freshFolder, lost200, outcomesOf, reportOf } from './lost200.ts';
import { startStub, type Received, type Rule } from './stub-receiver.ts';

const configOf = (name: string): string =>
  readFileSync(new URL(`./plans/${name}.config.yaml`, import.meta.url), 'utf8');

/** What verifies a request, and what its body says. */
interface Dialect {
  readonly verified: (request: Received) => boolean;
  readonly read: (body: Record<string, unknown>) => TakenEvent;
}

/** A receiver that speaks it: 400 for what does not verify, everything else into the books. */
function speaking(
  { verified, read }: Dialect,
  ledger: Ledger,
): { readonly rule: Rule; readonly refused: Received[] } {
  const refused: Received[] = [];
  const rule = (request: Received): Answer | undefined => {
    if (request.method !== 'POST') return undefined;
    if (!verified(request)) {
      refused.push(request);
      return json(400, { error: 'signature' });
    }
    ledger.take(read(JSON.parse(request.body.toString('utf8')) as Record<string, unknown>));
    return json(200, {});
  };
  return { rule, refused };
}

function same(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Every plan of the one run in the folder. */
function plansIn(cwd: string): readonly Plan[] {
  const runs = join(cwd, '.lost200', 'runs');
  return readdirSync(runs).flatMap((run) =>
    readdirSync(join(runs, run, 'plans')).map(
      (name) => JSON.parse(readFileSync(join(runs, run, 'plans', name), 'utf8')) as Plan,
    ),
  );
}

it('a built-in profile with parts of it changed', async () => {
  const secret = 'whsec_of_acme_and_nobody_else_at_all';
  const dialect: Dialect = {
    verified: ({ headers, body }) => {
      const [, time = '', shown = ''] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-acme-signature'])) ?? [];
      const wanted = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
      return same(wanted, Buffer.from(shown, 'hex'));
    },
    read: ({ id, type, created, data }) => ({
      id: String(id),
      type: String(type),
      createdAt: new Date(Number(created) * 1000).toISOString(),
      data: (data as { readonly object: TakenEvent['data'] }).object,
    }),
  };
  const ledger = new Ledger(({ data: { status } }) =>
    status === 'done' || status === 'returned' ? ['booking'] : [],
  );
  const { rule, refused } = speaking(dialect, ledger);
  const receiver = await startStub(rule, ledger);
  const cwd = freshFolder();
  writeFileSync(join(cwd, 'lost200.config.yaml'), configOf('acme-pay'));
  const ended = await lost200(['run', '--json'], {
    cwd,
    env: { ACME: receiver.base, LOST200_SECRET: secret },
  });
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  const report = reportOf(ended);
  expect(report.run.profile).toBe('acme-pay');
  expect(report.summary).toMatchObject({ fail: 0, unknown: 0 });
  expect(outcomesOf(report)['duplicates/sequential#single-effect']).toBe('pass');

  const requests = receiver.log.filter(({ method }) => method === 'POST');
  const tries = new Set(requests.map(({ headers }) => headers['x-acme-try']));
  expect(tries).toEqual(new Set(['1', '2', '3', '4']));
  for (const { headers, body } of requests) {
    expect(headers).toMatchObject({
      'user-agent': 'AcmePay/2.0',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers).not.toHaveProperty('stripe-signature');
    if (refused.every((one) => one.body !== body))
      expect(headers['x-acme-type']).toBe((JSON.parse(body.toString()) as { type: string }).type);
  }
  // The calm check and most of the rest verify; what was forged does not.
  expect(refused.length).toBeGreaterThan(4);
  expect(requests.length - refused.length).toBeGreaterThan(40);
  for (const plan of plansIn(cwd)) {
    expect(plan).toMatchObject({ profile: 'acme-pay', timeoutMs: 4000, timeoutBasis: 'documented' });
    expect(plan.retryPolicy.delaysMs).toEqual([30_000, 600_000, 172_800_000]);
  }
});

const CAPTURED = {
  eventId: 'ev-captured',
  name: 'payment.paid',
  happenedAt: 1_546_300_800_000,
  payment: {
    id: 42,
    status: 'PAID',
    lines: [
      { sku: 'ä-1', price: 9.5 },
      { sku: 'b', price: 0 },
    ],
    note: null,
  },
  links: { payment: 42, shop: 'https://shop.example/42' },
};
const SCHEMA = {
  type: 'object',
  required: ['eventId', 'name', 'happenedAt', 'payment'],
  properties: {
    eventId: { type: 'string', format: 'uuid', pattern: '^ev-' },
    happenedAt: { type: 'integer', minimum: 1_600_000_000_000 },
    payment: { type: 'object', required: ['id', 'status'] },
  },
};

it('a provider of the user’s own, with a body that it once sent', async () => {
  const [newKey, oldKey] = ['a1'.repeat(32), 'b2'.repeat(32)];
  const dialect: Dialect = {
    verified: ({ headers, method, url, body }) => {
      const [time = '', ...shown] = String(headers['x-shop-signature']).split(';');
      const wanted = createHmac('sha512', Buffer.from(newKey, 'hex'))
        .update(`${method}\n${url}\n${time.replace('ts=', '')}\n`)
        .update(body)
        .digest();
      return shown.some((one) => same(wanted, Buffer.from(one.replace(/^h1:/, ''), 'base64')));
    },
    read: ({ eventId, name, happenedAt, payment }) => ({
      id: String(eventId),
      type: String(name),
      createdAt: new Date(Number(happenedAt)).toISOString(),
      data: { ...(payment as TakenEvent['data']), id: String((payment as { id: unknown }).id) },
    }),
  };
  const ledger = new Ledger(({ data: { status } }) =>
    ['paid', 'refunded', 'chargeback'].includes(status) ? ['ledger'] : [],
  );
  const { rule, refused } = speaking(dialect, ledger);
  const receiver = await startStub(rule, ledger);
  const cwd = freshFolder();
  const captured = join(cwd, 'captured', 'paid.json');
  mkdirSync(join(cwd, 'captured'));
  writeFileSync(captured, JSON.stringify(CAPTURED, null, 2));
  writeFileSync(join(cwd, 'lost200.config.yaml'), configOf('home-made'));
  const schema = {
    ...SCHEMA,
    properties: { ...SCHEMA.properties, eventId: { type: 'string', pattern: '^ev-' } },
  };
  writeFileSync(join(cwd, 'shop.schema.json'), JSON.stringify(schema));
  const place = { cwd, env: { SHOP: receiver.base, NEW_KEY: newKey, OLD_KEY: oldKey } };
  const ended = await lost200(['run', '--json'], place);
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  const report = reportOf(ended);
  expect(report.summary).toMatchObject({ fail: 0, unknown: 0 });
  expect(report.run.profile).toBe('shop');
  expect(ended.stdout).not.toContain(newKey);

  const taken = receiver.log.filter((one) => one.method === 'POST' && !refused.includes(one));
  expect(refused.length).toBeGreaterThan(4);
  const paid = taken.filter(({ body }) => body.includes('"payment.paid"'));
  expect(paid.length).toBeGreaterThan(10);
  for (const { body, headers } of taken) {
    const event = JSON.parse(body.toString()) as typeof CAPTURED;
    expect(headers['x-shop-event']).toBe(event.eventId);
    expect(event.eventId).toMatch(/^ev-[0-9a-f-]{36}$/);
    expect(Math.abs(Date.now() - event.happenedAt)).toBeLessThan(300_000);
    expect(String(event.payment.id)).toMatch(/^\d{12}$/);
    if (!paid.some((one) => one.body === body)) expect(event).not.toHaveProperty('links');
    else
      expect(event).toEqual({
        ...CAPTURED,
        eventId: event.eventId,
        happenedAt: event.happenedAt,
        payment: { ...CAPTURED.payment, id: event.payment.id, status: 'paid' },
        links: { ...CAPTURED.links, payment: event.payment.id },
      });
  }

  // A plan has all that it needs in it, but for the config.
  const [run = ''] = readdirSync(join(cwd, '.lost200', 'runs'));
  const plans = join(cwd, '.lost200', 'runs', run, 'plans');
  const calm = readdirSync(plans).find((name) => name.includes('calm'));
  rmSync(captured);
  const before = receiver.log.length;
  const replayed = await lost200(['replay', join(plans, calm ?? ''), '--json'], place);
  expect(replayed.code).not.toBe(64);
  const again = receiver.log.slice(before).filter(({ body }) => body.includes('"payment.paid"'));
  expect(again.length).toBeGreaterThan(0);
  for (const { body } of again) expect(body.toString()).toContain('https://shop.example/42');
});

it('refuses a body that does not fit its schema before anything is sent', async () => {
  const receiver = await startStub();
  const cwd = freshFolder();
  writeFileSync(join(cwd, 'lost200.config.yaml'), configOf('home-made'));
  mkdirSync(join(cwd, 'captured'));
  writeFileSync(join(cwd, 'captured', 'paid.json'), JSON.stringify(CAPTURED));
  writeFileSync(join(cwd, 'shop.schema.json'), JSON.stringify(SCHEMA));
  const place = { cwd, env: { SHOP: receiver.base, NEW_KEY: 'a1'.repeat(32), OLD_KEY: 'b2'.repeat(32) } };
  const ended = await lost200(['run'], place);
  expect(ended.code).toBe(64);
  expect(ended.stderr).toMatch(
    /"payment\.\w+" event does not fit shop\.schema\.json: \/eventId must match format "uuid"/,
  );
  expect(receiver.log).toEqual([]);
});
