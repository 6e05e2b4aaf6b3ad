/** Captured bodies: ours in their places, all else as it was. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../scenarios/catalogue.ts';
import { makePlan } from '../../scenarios/scenario.ts';
import { realIds, type Binding } from '../../simulator/binding.ts';
import type { Json } from '../../simulator/json.ts';
import { lifecycles } from '../../simulator/lifecycles/index.ts';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Plan } from '../../simulator/plan.ts';
import { standardWebhooks } from '../../simulator/profiles/standard-webhooks.ts';
import { requestMaker } from '../../simulator/request.ts';
import { DEFAULT_SECRET } from '../config/secret.ts';
import type { FixtureSettings } from '../config/settings.ts';
import { Lost200Error } from '../errors.ts';
import { checkBodies } from './body-schemas.ts';
import { makeCalmPlan } from './calm-plan.ts';
import { bodiesOf, readFixtures, withBodies, type CapturedBody } from './fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'lost200-fixtures-'));
afterAll(() => rmSync(folder, { recursive: true }));

const payment = lifecycles.find((one) => one.id === 'payment') as Lifecycle;
const [calm] = catalogue;
const profile = standardWebhooks;
const ORIGIN_MS = Date.parse('2026-03-04T05:06:07.089Z');

/** Written as a provider did once: odd keys, numbers, an escaped text, another order than ours. */
const CAPTURED = `{
  "livemode": false, "type": "payment.paid", "note": "caf\\u00e9 {{objectId}} {id}",
  "id": "msg_old", "timestamp": "2019-01-02T03:04:05+02:00",
  "when": [1546390800, "1546390800123", "2019-01-02T03:04:05.6Z"],
  "data": { "id": "pay_old", "amounts": [1.5, 0, -3e2], "status": "succeeded", "nested": { "id": "pay_old", "none": null } }
}`;

function fixture(text: string, more: Partial<FixtureSettings> = {}): FixtureSettings {
  const path = join(folder, 'captured.json');
  writeFileSync(path, text);
  return { name: 'captured.json', path, ...more };
}

function read(one: FixtureSettings, ids = { object: 'obj_{base62:16}' }): readonly CapturedBody[] {
  return readFixtures({ fixtures: [one], lifecycle: payment, ids }, profile);
}

function planWith(bodies: readonly CapturedBody[], ids = { object: 'obj_{base62:16}' }) {
  if (calm === undefined) throw new Error('There is no scenario.');
  const made = makePlan(calm, { seed: 'x', lifecycle: payment, profile, fixed: [] });
  const plan = withBodies(made, bodies);
  const binding: Binding = {
    namespace: 'n',
    originMs: ORIGIN_MS,
    ids: realIds(plan, profile, ids, 'n'),
    fixed: {},
  };
  return { plan, binding, sent: (fact: string) => sentFor(plan, binding, fact) };
}

function sentFor(plan: Plan, binding: Binding, fact: string) {
  const event = plan.events.find((one) => one.fact === fact);
  if (event === undefined) throw new Error(`The plan has no ${fact}.`);
  const endpoint = { url: 'http://127.0.0.1/', headers: {}, secrets: [DEFAULT_SECRET] };
  const { body, headers } = requestMaker(
    profile,
    endpoint,
    binding,
  )({
    delivery: { id: 'd1' },
    events: [event],
    attempt: 1,
    atMs: ORIGIN_MS,
    firstAtMs: ORIGIN_MS,
  });
  const ids = { event: binding.ids[event.id], object: binding.ids[event.objectId] };
  const atMs = ORIGIN_MS + event.occurredAtMs;
  return { text: Buffer.from(body).toString(), headers, ...ids, atMs };
}

describe('without a word about it', () => {
  it('ours stand where the profile has them', () => {
    const { sent } = planWith(read(fixture(CAPTURED)));
    const { text, event, object, atMs, headers } = sent('paid');
    const captured = JSON.parse(CAPTURED) as { readonly data: object };
    expect(JSON.parse(text)).toEqual({
      ...captured,
      id: event,
      timestamp: new Date(atMs).toISOString().replace(/\.\d+Z$/, '+00:00'),
      data: { ...captured.data, id: object, status: 'paid' },
    });
    expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(captured));
    expect(headers['webhook-id']).toBe(event);
  });

  it('other types keep the body of the profile', () => {
    const { sent } = planWith(read(fixture(CAPTURED)));
    expect(JSON.parse(sent('pending').text)).toMatchObject({
      type: 'payment.pending',
      createdAt: expect.any(String) as string,
    });
  });

  it('the fact can be named where no type stands in it', () => {
    const [body, ...more] = read(fixture('{"id":"a","data":{"id":"b"}}', { fact: 'refunded' }));
    expect(more).toEqual([]);
    expect(body).toMatchObject({ fact: 'refunded', type: 'payment.refunded' });
  });
});

it('ours stand where the user says, each in the form of the captured one', () => {
  const bound = {
    id: ['$.id'],
    object: ['$.data.id', '$.data.nested.id'],
    status: [],
    time: ['$.when[0]', '$.when[1]', '$.when[2]'],
  };
  const { text, event, object, atMs } = planWith(read(fixture(CAPTURED, bound))).sent('paid');
  const captured = JSON.parse(CAPTURED) as { readonly data: object };
  expect(JSON.parse(text)).toEqual({
    ...captured,
    id: event,
    when: [Math.floor(atMs / 1000), String(atMs), new Date(atMs).toISOString()],
    data: { ...captured.data, id: object, nested: { id: object, none: null } },
  });
});

it('an id that was a number stays one', () => {
  const ids = { object: '{int:12}' };
  const { text, object } = planWith(
    read(fixture('{"id":"a","data":{"id":7}}', { fact: 'paid' }), ids),
    ids,
  ).sent('paid');
  expect(JSON.parse(text)).toMatchObject({ data: { id: Number(object) } });
  expect(Number.isSafeInteger(Number(object))).toBe(true);
});

it('a plan needs the file no more, and lends its bodies to the calm check', () => {
  const { plan, binding } = planWith(read(fixture(CAPTURED)));
  const again = JSON.parse(JSON.stringify(plan)) as Plan;
  expect(sentFor(again, binding, 'paid').text).toBe(sentFor(plan, binding, 'paid').text);
  const settings = { lifecycle: payment, fixed: {} } as unknown as Parameters<
    typeof makeCalmPlan
  >[0]['settings'];
  const lent = makeCalmPlan({ settings, profile, bodies: bodiesOf([again]) }).plan;
  const paid = lent.events.filter((one) => one.fact === 'paid');
  expect(paid.length).toBeGreaterThan(0);
  for (const event of paid) expect(event.body).toEqual(plan.events.find((one) => one.fact === 'paid')?.body);
});

describe('what cannot be used is said', () => {
  it.each<[string, string, Partial<FixtureSettings>, RegExp]>([
    ['no JSON', '{', {}, /captured\.json cannot be used/],
    [
      'a number that would change',
      '{"id": 9007199254740993, "type": "payment.paid"}',
      {},
      /9007199254740993/,
    ],
    ['no type', '{"id":"a","data":{"id":"b"}}', {}, /does not say which event it is: no type/],
    ['two types', '["payment.paid","payment.failed"]', {}, /more than one type/],
    [
      'a path to nothing',
      CAPTURED,
      { object: ['$.data.object'] },
      /\$\.data\.object leads to nothing in the fixture captured\.json/,
    ],
    ['a path to several', CAPTURED, { object: ['$..id'] }, /\$\.\.id leads to 3 places/],
    ['a path to everything', CAPTURED, { object: ['$'] }, /\$ leads to no value/],
    ['a path with a script', CAPTURED, { object: ['$.data[?(@.id)]'] }, /cannot be followed/],
    [
      'a place of the profile that is not there',
      '{"type":"payment.paid","id":"a"}',
      {},
      /\$\['data'\]\['id'\] leads to nothing/,
    ],
    ['no time', CAPTURED, { time: ['$.note'] }, /has no time at \$\.note/],
    ['a number for our texts', '{"type":"payment.paid","id":"a","data":{"id":7}}', {}, /has a number at/],
  ])('%s', (_, text, more, message) => {
    expect(() => read(fixture(text, more))).toThrow(Lost200Error);
    expect(() => read(fixture(text, more))).toThrow(message);
  });

  it('a file that is not there', () => {
    const none = { ...fixture('{}'), path: join(folder, 'none.json') };
    expect(() => read(none)).toThrow(/cannot be read/);
  });
});

describe('a JSON Schema', () => {
  const schemaOf = (schema: Json) => {
    const path = join(folder, 'schema.json');
    writeFileSync(path, JSON.stringify(schema));
    return { name: 'schema.json', path };
  };
  const check = (schema: Json, bodies: readonly CapturedBody[] = []): void => {
    checkBodies({ bodySchema: schemaOf(schema), ids: { object: 'obj_{base62:16}' }, fixed: {} }, profile, [
      planWith(bodies).plan,
    ]);
  };

  it('that fits is silent', () => {
    check({
      type: 'object',
      required: ['id', 'data'],
      properties: { timestamp: { type: 'string', format: 'date-time' } },
    });
  });

  it('that does not fit names the type, the file and the place', () => {
    const wrong = { properties: { data: { properties: { amount: { type: 'string' } } } } };
    expect(() => check(wrong)).toThrow(
      /"payment\.\w+" event does not fit schema\.json: \/data\/amount must be string/,
    );
  });

  it('judges captured bodies as they are sent', () => {
    const schema = {
      if: { properties: { type: { const: 'payment.paid' } } },
      then: { required: ['livemode'] },
    };
    expect(() => check(schema)).toThrow(/livemode/);
    check(schema, read(fixture(CAPTURED)));
  });

  it('of a fixture is for its bodies alone', () => {
    const one = fixture(CAPTURED, { schema: schemaOf({ required: ['livemode', 'gone'] }) });
    const { plan } = planWith(read(one));
    const settings = { fixtures: [one], ids: { object: 'obj_{base62:16}' }, fixed: {} };
    expect(() => checkBodies(settings, profile, [plan])).toThrow(/"payment\.paid" .*'gone'/);
  });

  it('that is none', () => {
    expect(() => check({ type: 'thing' })).toThrow(/schema\.json cannot be used/);
  });
});
