/** What is particular about single providers: things that no signature shows. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.ts';
import { scheduleLengthMs } from '../retry-policy.ts';
import { abacatepay } from './abacatepay.ts';
import { asaas } from './asaas.ts';
import { cloudeventsBinary } from './cloudevents-binary.ts';
import { cloudevents } from './cloudevents.ts';
import { discord } from './discord.ts';
import { hubspot } from './hubspot.ts';
import { lemonSqueezy } from './lemon-squeezy.ts';
import { linear } from './linear.ts';
import { pagarme } from './pagarme.ts';
import type { BoundEvent, Dispatch, Profile } from './profile.ts';
import { profiles } from './index.ts';
import { relay } from './relay.ts';
import { sendgrid } from './sendgrid.ts';
import { zoom } from './zoom.ts';

const OCCURRED_AT_MS = Date.UTC(2026, 0, 2, 1, 30, 5, 7);
const ATTEMPTED_AT_MS = OCCURRED_AT_MS + 60_000;

function event(type: string, data: JsonObject, id = 'e-1'): BoundEvent {
  const occurredAt = new Date(OCCURRED_AT_MS).toISOString();
  return { id, type, fact: 'f', objectId: 'o-1', occurredAt, occurredAtMs: OCCURRED_AT_MS, data };
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly url: string;
}

function send(
  profile: Profile,
  events: readonly [BoundEvent, ...BoundEvent[]],
  how: { readonly attempt?: number; readonly atMs?: number; readonly url?: string } = {},
): Sent {
  const { attempt = 1, atMs = ATTEMPTED_AT_MS, url = 'http://x.test/in' } = how;
  const dispatch: Dispatch = {
    ...{ events, url, atMs, attempt, firstAtMs: ATTEMPTED_AT_MS },
    ownId: (shape, label) => `${shape}/${label}`,
  };
  const secrets = [profile.scheme.secretOf(Buffer.alloc(32, 7))];
  const signing = { secrets, id: events[0].id, atMs };
  const signed = profile.scheme.sign(profile.compose(dispatch), signing);
  return { headers: signed.headers, text: Buffer.from(signed.body).toString(), url: signed.url };
}

describe('Asaas', () => {
  it('writes the time of Brazil, dates without a time, and reais', () => {
    const data = { id: 'pay_1', value: 12_345, netValue: 99, dateCreated: '2026-01-02T01:30:05.007Z' };
    expect(JSON.parse(send(asaas, [event('PAYMENT_CREATED', data)]).text)).toEqual({
      id: 'e-1',
      event: 'PAYMENT_CREATED',
      dateCreated: '2026-01-01 22:30:05',
      payment: { id: 'pay_1', value: 123.45, netValue: 0.99, dateCreated: '2026-01-02' },
    });
  });

  it('tries 15 times within 12 h 50 m, in order, and counts nothing but 200', () => {
    expect(asaas.retryPolicy.delaysMs).toHaveLength(14);
    expect(scheduleLengthMs(asaas.retryPolicy)).toBe((12 * 60 + 50) * 60_000);
    expect(asaas.queue).toBe('ordered');
    expect([200, 201, 204, 308, 500].map((status) => asaas.isSuccess(status))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the relay', () => {
  it("has its id in the header alone; the body is the other provider's, the same whenever it is passed on", () => {
    const one = send(relay, [event('PAYMENT_CREATED', { id: 'pay_1' }, 'in_1')]);
    expect(one.headers['Webhook-Id']).toBe('in_1');
    expect(one.text).not.toContain('in_1');
    expect(send(relay, [event('PAYMENT_CREATED', { id: 'pay_1' }, 'in_1')], { attempt: 3 }).text).toBe(
      one.text,
    );
    expect(send(relay, [event('PAYMENT_CREATED', { id: 'pay_1' }, 'in_2')]).text).not.toBe(one.text);
  });
});

describe('AbacatePay', () => {
  it('shows the secret in the query and in a header, whatever was in the query before', () => {
    const { url, headers } = send(abacatepay, [event('checkout.completed', {})], {
      url: 'http://x.test/in?a=1',
    });
    const secret = headers['X-Webhook-Secret'];
    expect(secret).toHaveLength(64);
    expect([...new URL(url).searchParams]).toEqual([
      ['a', '1'],
      ['webhookSecret', secret],
    ]);
  });

  it('does not try again after 401', () => {
    expect([401, 403, 500].map((status) => abacatepay.givesUp?.(status))).toEqual([true, false, false]);
    expect(abacatepay.scheme.secretFault('short')).toContain('fewer than 32');
  });
});

describe('Pagar.me', () => {
  it('takes user and password for a secret, and no other', () => {
    expect(pagarme.scheme.secretFault('user:password')).toBeUndefined();
    expect(pagarme.scheme.secretFault('password')).toContain('colon');
    expect(pagarme.scheme.secretFault(pagarme.scheme.secretOf(Buffer.alloc(32)))).toBeUndefined();
    expect(pagarme.retryPolicy.basis).toBe('assumed');
  });
});

describe('Linear', () => {
  const sent = (atMs: number): Sent => send(linear, [event('Issue.update', { id: 'i-1' })], { atMs });

  it('stamps each attempt anew, in the signed body and in a header', () => {
    const [first, second] = [sent(1_700_000_000_123), sent(1_700_000_060_456)];
    expect(JSON.parse(first.text)).toMatchObject({
      action: 'update',
      type: 'Issue',
      webhookTimestamp: 1_700_000_000_123,
    });
    expect(first.headers).toMatchObject({
      'Linear-Event': 'Issue',
      'Linear-Delivery': 'e-1',
      'Linear-Timestamp': '1700000000123',
    });
    expect(JSON.parse(second.text)).toMatchObject({ webhookTimestamp: 1_700_000_060_456 });
    expect(second.headers['Linear-Signature']).not.toBe(first.headers['Linear-Signature']);
  });

  it('forges a time after signing, or leaves it out; bytes around it stay', () => {
    const secrets = [linear.scheme.secretOf(Buffer.alloc(32, 7))];
    const body = Buffer.concat([
      Buffer.from('{"a":"'),
      Buffer.from([0xff]),
      Buffer.from('","webhookTimestamp": 5}'),
    ]);
    const parcel = { url: 'http://x.test/', headers: {}, body };
    const shown = (shownAtMs: number | null): Buffer =>
      Buffer.from(linear.scheme.sign(parcel, { secrets, id: '', atMs: 77, forge: { shownAtMs } }).body);
    expect(shown(9).toString('latin1')).toBe('{"a":"\u00ff","webhookTimestamp": 9}');
    expect(shown(null).toString('latin1')).toBe('{"a":"\u00ff"}');
  });
});

describe('SendGrid', () => {
  it('sends arrays with line breaks between the elements and at the end', () => {
    const { text } = send(sendgrid, [event('open', { email: 'a' }), event('click', { email: 'b' }, 'e-2')]);
    expect(text).toBe(
      '[{"email":"a","event":"open","sg_event_id":"e-1"},\r\n{"email":"b","event":"click","sg_event_id":"e-2"}]\r\n',
    );
  });
});

describe('HubSpot', () => {
  it('counts attempts in the body, from 0: a repeat is other bytes', () => {
    const body = (attempt: number): unknown =>
      JSON.parse(send(hubspot, [event('deal.creation', { objectId: 5 }, '1234567890')], { attempt }).text);
    expect(body(1)).toEqual([
      { eventId: 1_234_567_890, subscriptionType: 'deal.creation', attemptNumber: 0, objectId: 5 },
    ]);
    expect(body(3)).toMatchObject([{ attemptNumber: 2 }]);
  });

  it('undoes some escapes of the URL before it signs, and sends the URL as it is', () => {
    const one = send(hubspot, [event('t', {})], { url: 'http://x.test/in?to=a%3Ab%2Fc%26' });
    const other = send(hubspot, [event('t', {})], { url: 'http://x.test/in?to=a:b/c%26' });
    const third = send(hubspot, [event('t', {})], { url: 'http://x.test/in?to=a:b/c&' });
    expect(one.url).toBe('http://x.test/in?to=a%3Ab%2Fc%26');
    expect(one.headers['X-HubSpot-Signature-v3']).toBe(other.headers['X-HubSpot-Signature-v3']);
    expect(third.headers['X-HubSpot-Signature-v3']).not.toBe(other.headers['X-HubSpot-Signature-v3']);
  });
});

describe('CloudEvents', () => {
  it('structured: all of the event is the body; binary: all but the data is in headers', () => {
    const structured = send(cloudevents, [event('order.paid', { n: 1 })]);
    expect(JSON.parse(structured.text)).toMatchObject({ specversion: '1.0', id: 'e-1', data: { n: 1 } });
    const binary = send(cloudeventsBinary, [event('order.paid', { n: 1 })]);
    expect(binary.text).toBe('{"n":1}');
    expect(binary.headers).toMatchObject({
      'ce-id': 'e-1',
      'ce-type': 'order.paid',
      'ce-specversion': '1.0',
    });
    for (const { headers } of [structured, binary]) {
      expect(headers['WebHook-Request-Origin']).toBe('eventemitter.example.com');
      expect(headers['Authorization']).toMatch(/^Bearer [0-9a-f]{64}$/);
    }
    expect([200, 202, 203, 204, 302].map((status) => cloudevents.isSuccess(status))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
    expect([410, 429].map((status) => cloudevents.disables(status))).toEqual([true, false]);
  });
});

describe('what counts as taken', () => {
  it.each([
    ['zoom', zoom, [200, 204]],
    ['linear', linear, [200]],
    ['lemon-squeezy', lemonSqueezy, [200]],
    ['discord', discord, [204]],
  ] as const)('%s', (_, profile, statuses) => {
    expect([200, 201, 202, 204, 302, 400, 500].filter((status) => profile.isSuccess(status))).toEqual(
      statuses,
    );
  });
});

describe('events without an id', () => {
  it.each(
    profiles
      .filter((one) => one.eventIdShape === '' && one.lifecycles !== undefined)
      .map((one) => [one.id, one] as const),
  )('%s puts none into its requests', (_, profile) => {
    const [lifecycle] = profile.lifecycles ?? [];
    for (const { type } of Object.values(lifecycle?.facts ?? {})) {
      const { text, headers, url } = send(profile, [event(type, {}, 'unsent_1')]);
      expect(JSON.stringify([text, headers, url])).not.toContain('unsent_1');
    }
  });
});
