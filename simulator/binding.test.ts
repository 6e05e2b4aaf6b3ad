import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../scenarios/catalogue.ts';
import { makePlan } from '../scenarios/scenario.ts';
import { bindEvent, realId, realIds, TooFewIdsError, type Binding, type IdShapes } from './binding.ts';
import type { JsonObject } from './json.ts';
import { payment } from './lifecycles/payment.ts';
import type { WebhookEvent } from './model.ts';
import { serializePlan, type Plan } from './plan.ts';
import { standardWebhooks } from './profiles/standard-webhooks.ts';
import { requestMaker } from './request.ts';
import type { WireRequest } from './transport/transport.ts';

const ORIGIN_MS = Date.UTC(2026, 10, 30, 12);

function somePlan(seed = 'bind'): Plan {
  const scenario = catalogue[0];
  if (scenario === undefined) throw new Error('the catalogue is empty');
  return makePlan(scenario, { seed, lifecycle: payment, profile: standardWebhooks, fixed: [] });
}

function event(payload: JsonObject): WebhookEvent {
  return {
    id: 'e1',
    type: 'payment.paid',
    fact: 'paid',
    factId: 'f1',
    objectId: 'o1',
    occurredAtMs: 2500,
    payload,
  };
}

function binding(fixed: Readonly<Record<string, string>> = {}): Binding {
  return { namespace: 'n', originMs: ORIGIN_MS, ids: { o1: 'pay_1', e1: 'msg_1' }, fixed };
}

describe('real ids', () => {
  it('there is one for every object and event, in the shapes asked for, none twice', () => {
    const plan = somePlan();
    const ids = realIds(plan, standardWebhooks, { object: 'pay_{int:12}' }, 'n1');
    expect(Object.keys(ids)).toEqual([...plan.objects, ...plan.events].map((one) => one.id));
    expect(new Set(Object.values(ids)).size).toBe(plan.objects.length + plan.events.length);
    for (const object of plan.objects) expect(ids[object.id]).toMatch(/^pay_\d{12}$/);
    for (const one of plan.events) expect(ids[one.id]).toMatch(/^msg_[0-9A-Za-z]{24}$/);
    const own = realIds(plan, standardWebhooks, { object: '{uuid}', event: 'evt-{hex:4}' }, 'n1');
    expect(own['e1']).toMatch(/^evt-[0-9a-f]{4}$/);
  });

  it('exist for events that go out without one, and are in no shape that a provider has', () => {
    const plan = somePlan();
    const ids = realIds(plan, { ...standardWebhooks, eventIdShape: '' }, { object: 'pay_{int:12}' }, 'n1');
    for (const one of plan.events) expect(ids[one.id]).toMatch(/^unsent_[0-9a-f]{32}$/);
    expect(new Set(Object.values(ids)).size).toBe(plan.objects.length + plan.events.length);
    const own = realIds(
      plan,
      { ...standardWebhooks, eventIdShape: '' },
      { object: '{uuid}', event: 'e{int}' },
      'n1',
    );
    expect(own['e1']).toMatch(/^e\d{9}$/);
  });

  it('are others in another namespace, and the plan knows nothing of either', () => {
    const plan = somePlan();
    const before = serializePlan(plan);
    const [one, other] = ['n1', 'n2'].map((namespace) =>
      realIds(plan, standardWebhooks, { object: '{uuid}' }, namespace),
    );
    for (const label of Object.keys(one ?? {})) expect(one?.[label]).not.toBe(other?.[label]);
    expect(serializePlan(plan)).toBe(before);
  });

  it('are unique among all plays that share their claims, in short shapes too, and the same when made again', () => {
    const plan = somePlan();
    const make = (): readonly string[] => {
      const claimed = new Set<string>();
      return Array.from({ length: 8 }, (_, play) =>
        Object.values(realIds(plan, standardWebhooks, { object: '{int:3}' }, `n/${play}`, claimed)),
      ).flat();
    };
    const ids = make();
    expect(new Set(ids).size).toBe(ids.length);
    expect(make()).toEqual(ids);
    expect(ids.slice(0, plan.objects.length + plan.events.length)).toEqual(
      Object.values(realIds(plan, standardWebhooks, { object: '{int:3}' }, 'n/0')),
    );
  });

  it('a shape with too few values is refused', () => {
    const make = (shapes: IdShapes) => () =>
      realIds(somePlan(), standardWebhooks, shapes, 'n', new Set(['1']));
    expect(make({ object: '1' })).toThrow(TooFewIdsError);
    expect(make({ object: '1' })).toThrow('The shape "1" has too few values for the ids of all objects.');
    expect(make({ object: '{uuid}', event: '1' })).toThrow(/ids of all events/);
  });

  it('an unknown label is a bug', () => {
    expect(() => realId(binding(), 'o9')).toThrow(RangeError);
  });
});

describe('an event as it goes out', () => {
  it('has real ids, its own instant, and placeholders filled wherever they are', () => {
    const payload = {
      id: '{{o1}}',
      at: '{{at:2500}}',
      before: '{{at:-1000}}',
      text: 'payment {{o1}} of {{fixed.customer}}',
      list: ['{{o1}}', { deep: '{{fixed.customer}}' }],
      amount: 1250,
      yes: true,
      none: null,
    };
    expect(bindEvent(binding({ customer: 'cus_7' }), event(payload))).toEqual({
      id: 'msg_1',
      type: 'payment.paid',
      fact: 'paid',
      objectId: 'pay_1',
      occurredAt: '2026-11-30T12:00:02.500Z',
      occurredAtMs: Date.parse('2026-11-30T12:00:02.500Z'),
      data: {
        id: 'pay_1',
        at: '2026-11-30T12:00:02.500Z',
        before: '2026-11-30T11:59:59.000Z',
        text: 'payment pay_1 of cus_7',
        list: ['pay_1', { deep: 'cus_7' }],
        amount: 1250,
        yes: true,
        none: null,
      },
    });
  });

  it('keeps a placeholder that nothing fills, and reads none in what it fills in', () => {
    const bound = bindEvent(
      binding({ customer: '{{o1}}$&' }),
      event({ a: '{{o9}}', b: '{{fixed.customer}}' }),
    );
    expect(bound.data).toEqual({ a: '{{o9}}', b: '{{o1}}$&' });
  });

  it('is what it was, where there are no placeholders', () => {
    const plain = fc
      .dictionary(fc.string(), fc.jsonValue())
      .filter((value) => !JSON.stringify(value).includes('{{'));
    fc.assert(
      fc.property(plain, (payload) => {
        const given = JSON.parse(JSON.stringify(payload)) as JsonObject;
        expect(bindEvent(binding(), event(given)).data).toEqual(given);
      }),
    );
  });
});

describe('a request', () => {
  const endpoint = {
    url: 'http://127.0.0.1:1/{objectId}/{eventType}?o={objectId}',
    headers: { 'x-tenant': 't1' },
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  };

  it('has the same bytes on every attempt, and a signature of the moment', () => {
    const make = requestMaker(standardWebhooks, endpoint, {
      ...binding(),
      ids: { o1: 'a/b c', e1: 'msg_1' },
    });
    const [first, second] = [1000, 1060].map((seconds, index) =>
      make({
        delivery: { id: 'd1' },
        events: [event({ id: '{{o1}}' })],
        attempt: index + 1,
        atMs: seconds * 1000,
        firstAtMs: 1_000_000,
      }),
    ) as [WireRequest, WireRequest];
    expect(first.url).toBe('http://127.0.0.1:1/a%2Fb%20c/payment.paid?o=a%2Fb%20c');
    expect(second.body).toEqual(first.body);
    expect(first.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1000',
      'x-tenant': 't1',
    });
    expect(second.headers['webhook-timestamp']).toBe('1060');
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
  });

  it('has the envelope of article 000', () => {
    const make = requestMaker(standardWebhooks, endpoint, binding());
    const outgoing = { delivery: { id: 'd1' }, attempt: 1, atMs: 1000, firstAtMs: 1000 };
    const { body: bytes } = make({ ...outgoing, events: [event({ id: '{{o1}}' })] });
    const body: unknown = JSON.parse(Buffer.from(bytes).toString());
    const instant = '2026-11-30T12:00:02.500Z';
    expect(body).toEqual({
      id: 'msg_1',
      type: 'payment.paid',
      timestamp: instant,
      createdAt: instant,
      data: { id: 'pay_1' },
    });
  });
});
