/** Providers in plain data: what they send, and what is said of mistakes. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { BoundEvent, Dispatch, Profile } from '../../simulator/profiles/profile.ts';
import { standardWebhooks } from '../../simulator/profiles/standard-webhooks.ts';
import type { Parcel } from '../../simulator/signing/scheme.ts';
import { Lost200Error } from '../errors.ts';
import { checkConfig } from './load.ts';
import { fileSource } from './problems.ts';
import type { ProfileConfig } from './profile-config.ts';
import { profileFor, resolveProfile } from './resolve-profile.ts';
import { DEFAULT_SECRET } from './secret.ts';

const event: BoundEvent = {
  id: 'evt_1',
  type: 'payment.paid',
  fact: 'paid',
  objectId: 'pay_1',
  occurredAt: '2026-01-02T03:04:05.678Z',
  occurredAtMs: Date.parse('2026-01-02T03:04:05.678Z'),
  data: { id: 'pay_1', status: 'paid', amount: 100, shop: 'north' },
};
const dispatch: Dispatch = {
  events: [event],
  url: 'http://127.0.0.1:3000/hook',
  atMs: 1_800_000_000_500,
  firstAtMs: 1_800_000_000_500,
  attempt: 2,
  ownId: (shape) => shape,
};

function resolved(written: string | ProfileConfig): Profile {
  const { profile = '' } = checkConfig({ profile: written }, 'lost200.config.yaml');
  const scope = {
    source: fileSource('lost200.config.yaml'),
    env: {},
    fixedNames: [],
    environmentValues: new Set<string>(),
  };
  return profileFor(resolveProfile(scope, profile, [standardWebhooks], 'standard-webhooks'), [
    standardWebhooks,
  ]);
}

function sent(profile: Profile, secrets: readonly string[] = [DEFAULT_SECRET]): Parcel {
  const parcel = profile.compose(dispatch);
  return profile.scheme.sign(parcel, { secrets, id: event.id, atMs: dispatch.atMs });
}

const textOf = ({ body }: Parcel): string => Buffer.from(body).toString();
const home: ProfileConfig = {
  signature: { hmac: { signs: '{body}', headers: { 'X-Sign': '{signatures}' } } },
};

describe('a built-in profile', () => {
  test('by its id', () => {
    expect(resolved('standard-webhooks')).toBe(standardWebhooks);
  });

  test('with nothing changed sends the same', () => {
    const same = resolved({ extends: 'standard-webhooks' });
    expect(sent(same)).toEqual(sent(standardWebhooks));
    expect(same).toMatchObject({
      id: 'standard-webhooks-changed',
      retryPolicy: standardWebhooks.retryPolicy,
      timeoutMs: 15_000,
      grounds: standardWebhooks.grounds,
    });
  });

  test('with other numbers', () => {
    const changed = resolved({
      extends: 'standard-webhooks',
      id: 'ours',
      title: 'Ours',
      retry: { delays: ['5s', '10m', '3d'], jitter: 0.1 },
      timeout: '5s',
      success: [200, 204],
      disables: '4xx',
      givesUp: ['5xx', 418],
      eventId: 'ev-{uuid}',
      queue: 'fifo',
    });
    expect(changed).toMatchObject({
      id: 'ours',
      title: 'Ours',
      retryPolicy: {
        delaysMs: [5000, 600_000, 259_200_000],
        jitter: { shareMin: -0.1, shareMax: 0.1 },
        basis: 'documented',
        source: 'your config',
      },
      timeoutMs: 5000,
      timeoutBasis: 'documented',
      eventIdShape: 'ev-{uuid}',
      queue: 'fifo',
      grounds: { success: { source: 'your config' }, signature: standardWebhooks.grounds.signature },
    });
    expect([200, 201, 204].map((status) => changed.isSuccess(status))).toEqual([true, false, true]);
    expect([410, 500].map((status) => changed.disables(status))).toEqual([true, false]);
    expect([418, 503, 404].map((status) => changed.givesUp?.(status))).toEqual([true, true, false]);
  });

  test('with headers added, replaced, renamed and taken away', () => {
    const changed = resolved({
      extends: 'standard-webhooks',
      headers: {
        'User-Agent': 'Acme/1.0 ({type})',
        'X-Attempt': '{attempt}',
        'X-Shop': '{data.shop}',
        'X-Gone': '{data.gone}',
        'X-Acme-Signature': '{header.webhook-signature}',
        'Webhook-Signature': null,
        'X-Acme-Id': '{header.webhook-id}',
        'webhook-id': null,
      },
    });
    const plain = sent(standardWebhooks).headers;
    expect(sent(changed).headers).toEqual({
      'content-type': 'application/json',
      'User-Agent': 'Acme/1.0 (payment.paid)',
      'X-Attempt': '2',
      'X-Shop': 'north',
      'webhook-timestamp': plain['webhook-timestamp'],
      'X-Acme-Signature': plain['webhook-signature'],
      'X-Acme-Id': 'evt_1',
    });
    expect(changed.scheme.signatureHeaders).toEqual(['X-Acme-Signature']);
    expect(changed.headerNames).toEqual({ id: 'X-Acme-Id' });
  });

  test('that signs in a way that differs a little', () => {
    const changed = resolved({
      extends: 'standard-webhooks',
      signature: { hmac: { encoding: 'hex', version: 'v9', tolerance: '1m' } },
    });
    const key = Buffer.from(DEFAULT_SECRET.slice('whsec_'.length), 'base64');
    const parcel = sent(changed);
    const mac = createHmac('sha256', key)
      .update(`evt_1.1800000000.${textOf(parcel)}`)
      .digest('hex');
    expect(parcel.headers['webhook-signature']).toBe(`v9,${mac}`);
    expect(changed.scheme).toMatchObject({ toleranceSeconds: 60, keyPrefix: 'whsec_' });
  });

  test('with another body is signed over that', () => {
    const changed = resolved({
      extends: 'standard-webhooks',
      envelope: {
        event: '{type}',
        at: '{occurredAt.seconds}',
        n: '{attempt}',
        missing: '{data.none}',
        object: '{data}',
      },
    });
    const parcel = sent(changed);
    expect(JSON.parse(textOf(parcel))).toEqual({
      event: 'payment.paid',
      at: 1_767_323_045,
      n: 2,
      object: event.data,
    });
    const key = Buffer.from(DEFAULT_SECRET.slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', key)
      .update(`evt_1.1800000000.${textOf(parcel)}`)
      .digest('base64');
    expect(parcel.headers['webhook-signature']).toBe(`v1,${mac}`);
  });
});

describe('a provider of the user’s own', () => {
  test('that signs with a text', () => {
    const profile = resolved({
      id: 'shop',
      signature: {
        hmac: {
          algorithm: 'sha512',
          encoding: 'base64',
          signs: 'v0:{timestamp}:{header.x-shop}:{body}',
          headers: { 'X-Shop-Signature': 't={timestamp},{signatures}', 'X-Id': '{id}' },
          entry: '{version}={digest}',
          separator: ',',
          version: 'v0',
          timestamp: 'milliseconds',
          tolerance: '5m',
        },
      },
      headers: { 'X-Shop': '{data.shop}', 'X-Topic': '{type}' },
      envelope: '{data}',
    });
    const parcel = sent(profile, ['one', 'two']);
    const digest = (secret: string): string =>
      createHmac('sha512', secret)
        .update(`v0:1800000000500:north:${textOf(parcel)}`)
        .digest('base64');
    expect(JSON.parse(textOf(parcel))).toEqual(event.data);
    expect(parcel.headers).toMatchObject({
      'X-Shop-Signature': `t=1800000000500,v0=${digest('one')},v0=${digest('two')}`,
      'X-Id': 'evt_1',
      'X-Topic': 'payment.paid',
      'content-type': 'application/json',
    });
    expect(profile).toMatchObject({
      headerNames: { id: 'X-Id', topic: 'X-Topic' },
      scheme: { kind: 'shared', toleranceSeconds: 300, severalSecrets: true, version: 'v0' },
      timeoutBasis: 'assumed',
      retryPolicy: { basis: 'assumed' },
    });
  });

  test('that sends a token, and a form', () => {
    const profile = resolved({
      signature: { token: { header: 'Authorization', as: 'Bearer {secret}' } },
      envelope: { event: '{type}', data: '{data}', n: 1 },
      body: 'form',
    });
    const parcel = sent(profile, ['t0ken']);
    expect(parcel.headers).toMatchObject({
      Authorization: 'Bearer t0ken',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(Object.fromEntries(new URLSearchParams(textOf(parcel)))).toEqual({
      event: 'payment.paid',
      data: JSON.stringify(event.data),
      n: '1',
    });
    expect(profile).toMatchObject({ scheme: { kind: 'token' }, bodyKind: 'form' });
  });

  test('that signs nothing', () => {
    const profile = resolved({ signature: 'none' });
    expect(sent(profile).headers).toEqual({ 'content-type': 'application/json', 'user-agent': 'lost200' });
    expect(JSON.parse(textOf(sent(profile)))).toEqual({
      id: 'evt_1',
      type: 'payment.paid',
      timestamp: event.occurredAt,
      data: event.data,
    });
  });
});

describe('mistakes are named', () => {
  test.each<[string, unknown, RegExp, RegExp]>([
    [
      'an unknown base',
      { extends: 'standard-webhok' },
      /"profile.extends" in .* is "standard-webhok"/,
      /"standard-webhooks"/,
    ],
    [
      'an unknown key',
      { extends: 'standard-webhooks', retri: [] },
      /"profile.retri" in .* not a known key/,
      /"retry"/,
    ],
    ['no signature', { id: 'x' }, /"profile.signature" .* is missing/, /signature: none/],
    ['two signatures', { signature: { hmac: home, token: { header: 'a' } } }, /profile.signature/, /./],
    [
      'nothing that is signed',
      { signature: { hmac: { headers: { a: '{signatures}' } } } },
      /"profile.signature.hmac.signs" .*missing/,
      /\{timestamp\}/,
    ],
    [
      'an unknown word of a signature',
      { signature: { hmac: { sign: '{body}' } } },
      /"profile.signature.hmac.sign" .* not a known key/,
      /"signs"/,
    ],
    [
      'a header without signatures',
      { signature: { hmac: { signs: '{body}', headers: { a: 'b' } } } },
      /"profile.signature.hmac.headers" .*\{signatures\}/,
      /./,
    ],
    [
      'a mistyped placeholder of what is signed',
      { signature: { hmac: { signs: '{bdy}', headers: { a: '{signatures}' } } } },
      /"profile.signature.hmac.signs" .*\{bdy\}/,
      /"body"/,
    ],
    [
      'a mistyped placeholder of a header',
      { ...home, headers: { a: '{typ}' } },
      /"profile.headers.a" .*\{typ\}/,
      /"type"/,
    ],
    [
      'a header mixed with another',
      { ...home, headers: { a: 'x {header.b}' } },
      /"profile.headers.a" has more|more in it than \{header.b\}/,
      /alone/,
    ],
    [
      'a mistyped placeholder of the body',
      { ...home, envelope: { a: ['{occuredAt}'] } },
      /"profile.envelope" .*\{occuredAt\}/,
      /"occurredAt"/,
    ],
    ['a body of text', { ...home, envelope: 'hello' }, /other than \{data\}/, /object/],
    [
      'a wait without a unit that there is',
      { ...home, retry: { delays: ['5 minutes'] } },
      /"profile.retry.delays\[0\]" .*90 days/,
      /./,
    ],
    ['a status that is none', { ...home, success: ['2x'] }, /"profile.success\[0\]" .*status/, /./],
    ['a shape that is none', { ...home, eventId: '{number}' }, /"profile.eventId" .*id shape/, /./],
    ['neither text nor profile', 7, /"profile" .*expected the id of a built-in profile/, /./],
  ])('%s', (_, written, message, remedy) => {
    let error: unknown;
    try {
      resolved(written as ProfileConfig);
    } catch (thrown) {
      error = thrown;
    }
    if (!(error instanceof Lost200Error)) throw new Error('expected a Lost200Error', { cause: error });
    expect(error.message).toMatch(message);
    expect(error.remedy).toMatch(remedy);
    expect(error.exitCode).toBe(64);
  });
});
