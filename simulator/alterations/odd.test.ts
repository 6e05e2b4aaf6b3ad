/** What every oddity and every poison is, whatever the profile: sealed as the provider seals, and odd or bad as described. */
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makePlan } from '../../scenarios/scenario.ts';
import { calm } from '../../scenarios/baseline/calm.ts';
import { realIds } from '../binding.ts';
import { lifecycles } from '../lifecycles/index.ts';
import type { Lifecycle } from '../lifecycles/lifecycle.ts';
import { message } from '../lifecycles/message.ts';
import { profileCapabilities } from '../profiles/capabilities.ts';
import { profiles } from '../profiles/index.ts';
import type { Profile } from '../profiles/profile.ts';
import { standardWebhooks } from '../profiles/standard-webhooks.ts';
import type { Parcel } from '../signing/scheme.ts';
import { requestMaker } from '../request.ts';
import type { WireRequest } from '../transport/transport.ts';
import type { Alteration } from './alteration.ts';
import { alterations } from './index.ts';
import { oddities } from './odd/index.ts';
import { poisons } from './poison/index.ts';

const AT_MS = 1_800_000_000_000;
const KEY = Buffer.from('0123456789abcdef0123456789abcdef');

function secretFor(profile: Profile): string {
  return profile.scheme.secretOf(KEY);
}

/** The request of one event, altered or as always, and the last one that was signed for it. */
interface Made {
  readonly request: WireRequest;
  readonly signed: Parcel;
}

type Make = (alter: string | undefined, attempt: number) => Made;

function bench(given: Profile, lifecycle: Lifecycle): readonly Make[] {
  let signed: Parcel | undefined;
  const { scheme } = given;
  const sign: Profile['scheme']['sign'] = (parcel, signing) => {
    signed = scheme.sign(parcel, signing);
    return signed;
  };
  const profile = { ...given, scheme: { ...scheme, sign } };
  const plan = makePlan(calm, { seed: 'odd', lifecycle, profile, fixed: [] });
  const ids = realIds(plan, profile, { object: lifecycle.objectIdShape ?? '{uuid}' }, 'odd');
  const endpoint = {
    url: 'http://receiver.test/hooks',
    headers: {},
    secrets: [secretFor(profile)],
    apiUrl: 'http://provider.test',
  };
  const binding = { namespace: 'odd', originMs: AT_MS, ids, fixed: {} };
  return plan.events.slice(0, 2).map((event, index): Make => {
    return (alter, attempt) => {
      const request = requestMaker(
        profile,
        endpoint,
        binding,
      )({
        delivery: { id: `d${index}`, ...(alter === undefined ? {} : { alter }) },
        events: [event],
        attempt,
        atMs: AT_MS,
        firstAtMs: AT_MS,
      });
      if (signed === undefined) throw new Error('nothing was signed');
      return { request, signed };
    };
  });
}

const text = ({ body }: WireRequest): string => Buffer.from(body).toString();

const benches = profiles.flatMap((profile) =>
  (profile.lifecycles ?? lifecycles).map((lifecycle) => ({
    profile,
    capabilities: profileCapabilities(profile, { secrets: [secretFor(profile)] }),
    makes: bench(profile, lifecycle),
  })),
);

function playable(alteration: Alteration): typeof benches {
  return benches.filter(({ capabilities }) => alteration.needs.every((need) => capabilities.includes(need)));
}

/** What leaves was signed as it leaves, down to the byte. */
function isSealed({ scheme }: Profile, { request, signed }: Made): boolean {
  if (scheme.kind === 'none' || scheme.signatureHeaders.length === 0) return true;
  const seals = (headers: Readonly<Record<string, string>>): readonly (string | undefined)[] =>
    scheme.signatureHeaders.map(
      (name) => Object.entries(headers).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1],
    );
  const isSame = JSON.stringify(seals(signed.headers)) === JSON.stringify(seals(request.headers));
  return isSame && Buffer.from(request.body).equals(signed.body);
}

/** All of a request but its signature, which some schemes make anew each time. */
function content({ scheme }: Profile, { headers, body, chunked }: WireRequest): unknown {
  const isSeal = (name: string): boolean =>
    scheme.signatureHeaders.some((one) => one.toLowerCase() === name.toLowerCase());
  const kept = Object.entries(headers).map(([name, value]) => [name, isSeal(name) ? 'seal' : value]);
  return { headers: kept, body: createHash('sha256').update(body).digest('hex'), chunked };
}

describe('every oddity and poison', () => {
  it('has an id and a scenario of its own, and says what it expects', () => {
    expect(new Set(alterations.map(({ id }) => id)).size).toBe(alterations.length);
    for (const one of oddities) expect([one.kind, one.expects]).toEqual(['oddity', expect.any(String)]);
    for (const one of poisons) expect([one.kind, one.expects]).toEqual(['poison', undefined]);
  });

  it.each([...oddities, ...poisons].map((one) => [one.id, one] as const))(
    '%s leaves other bytes, or otherwise, under a signature that holds',
    (id, alteration) => {
      expect(playable(alteration).length).toBeGreaterThan(0);
      for (const { profile, makes } of playable(alteration)) {
        for (const make of makes) {
          const genuine = make(undefined, 2).request;
          const odd = make(id, 2);
          expect(content(profile, odd.request), `${profile.id} ${id}`).not.toEqual(content(profile, genuine));
          expect(isSealed(profile, odd), `${profile.id} ${id}`).toBe(true);
          expect(odd.request.url).toBe(genuine.url);
        }
      }
    },
  );
});

describe('every oddity', () => {
  it.each(oddities.map((one) => [one.id, one] as const))(
    '%s means what the genuine one means',
    { timeout: 60_000 },
    (id, one) => {
      for (const { profile, makes } of playable(one)) {
        if (profile.bodyKind === 'form') continue;
        for (const make of makes) {
          const genuine = JSON.parse(text(make(undefined, 2).request)) as object;
          expect(JSON.parse(text(make(id, 2).request)), profile.id).toMatchObject(genuine);
          const [first, usual] = [id, undefined].map((alter) => content(profile, make(alter, 1).request));
          if (one.fromSecondAttempt === true) expect(first).toEqual(usual);
          else expect(first).not.toEqual(usual);
        }
      }
    },
  );
});

const [usual] = bench(standardWebhooks, lifecycles.find(({ id }) => id === 'payment') as Lifecycle);

function made(id: string | undefined, attempt = 2): WireRequest {
  if (usual === undefined) throw new Error('no event');
  return usual(id, attempt).request;
}

function dataOf(request: WireRequest): Record<string, unknown> {
  return (JSON.parse(text(request)) as { data: Record<string, unknown> }).data;
}

describe('oddities, one by one', () => {
  it('are signed over the bytes that leave', () => {
    for (const { id } of oddities) {
      const { headers, body } = made(id);
      const of = (name: string): string =>
        Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
      const signed = Buffer.concat([Buffer.from(`${of('webhook-id')}.${of('webhook-timestamp')}.`), body]);
      const digest = createHmac('sha256', KEY).update(signed).digest('base64');
      expect(of('webhook-signature'), id).toBe(`v1,${digest}`);
    }
  });

  it.each([
    ['retry-reordered', /^\{"data":/],
    ['retry-indented', /^\{\n {3}"id": "/],
    ['retry-with-attempt', /"delivery_attempt":2/],
    ['escaped-unicode', /Zo\\u00eb paid 5 \\u20ac \\ud83c\\udf89/],
    ['raw-unicode', /Zoë pagó 5 € em São Paulo 🎉 日本/],
    ['escaped-slashes', /https:\\\/\\\/example\.com/],
    ['line-break-at-end', /\} \r\n$/],
    ['indented', /^\{\r\n {4}"id": "/],
    ['number-notations', /"ratio":1\.0,"limit":1e2,"share":0\.10,"rate":1E-7/],
    ['big-integer', /"sequence":9007199254740993[,}]/],
    ['integers-as-floats', /"version":1\.0,"amount":\d+\.0,/],
    ['duplicate-keys', /"currency":"EUR","currency":"EUR"/],
    ['unknown-fields', /"added_lately":"text","addedLately":\{"level":1/],
    ['null-fields', /"metadata_lately":null/],
  ])('%s', (id, form) => {
    expect(text(made(id))).toMatch(form);
    expect(text(made(id)).match(/[^\u0000-\u007f]/u) === null || id === 'raw-unicode').toBe(true);
  });

  it('of headers and of the way the body leaves', () => {
    expect(made('chunked').chunked).toBe(true);
    expect(Object.keys(made('upper-case-headers').headers)).toContain('WEBHOOK-SIGNATURE');
    expect(Object.keys(made('header-case').headers)).toContain('Webhook-Signature');
    expect(made('content-type-charset').headers['content-type']).toBe('application/json; charset=utf-8');
    expect(made('content-type-capitals').headers['content-type']).toBe('APPLICATION/JSON; Charset="UTF-8"');
    const city = Buffer.from(made('unicode-header').headers['x-origin-city'] ?? '', 'latin1').toString();
    expect(city).toBe('São Paulo ☕');
  });

  it('of size', () => {
    expect(made('large-body').body.length).toBeGreaterThan(150_000);
    expect(made('large-body').body.length).toBeLessThan(256 * 1024);
    expect(made('huge-body').body.length).toBeGreaterThan(1_048_576);
  });
});

describe('poison, one by one', () => {
  it.each(['malformed-json', 'truncated-json', 'empty-body'])('%s is no JSON', (id) => {
    expect(() => JSON.parse(text(made(id))) as unknown).toThrow(SyntaxError);
  });

  it('malformed and truncated bodies begin like the event', () => {
    const genuine = text(made(undefined));
    expect(genuine.startsWith(text(made('truncated-json')))).toBe(true);
    expect(text(made('malformed-json'))).toContain(genuine);
    expect(text(made('empty-body'))).toBe('');
  });

  it('bodies that are no objects', () => {
    expect([text(made('json-null')), text(made('json-array'))]).toEqual(['null', '[]']);
  });

  it('what is missing', () => {
    const genuine = JSON.parse(text(made(undefined))) as { data: object };
    expect(dataOf(made('missing-object-id'))).not.toHaveProperty('id');
    expect(dataOf(made('missing-status'))).not.toHaveProperty('status');
    const untyped = JSON.parse(text(made('missing-type'))) as object;
    expect(untyped).not.toHaveProperty('type');
    expect(untyped).toHaveProperty('data', genuine.data);
    expect(Object.keys(JSON.parse(text(made('without-data'))) as object)).toEqual(['id', 'type']);
  });

  it('what is of the wrong form', () => {
    expect(JSON.parse(text(made('unknown-event-type')))).toHaveProperty('type', 'lost200.added_lately');
    expect(dataOf(made('status-as-number'))).toMatchObject({ status: 17 });
    expect(dataOf(made('id-as-object'))).toMatchObject({ id: { value: { nested: true } } });
    expect(String(dataOf(made('very-long-status'))['status'])).toHaveLength(100_000);
    const { timestamp } = JSON.parse(text(made('not-a-date'))) as { timestamp: string };
    expect(new Date(timestamp).getTime()).toBeNaN();
  });

  it('what no database or decoder takes', () => {
    expect(dataOf(made('nul-in-text'))).toMatchObject({ status: 'in\u0000valid', note_lately: 'a\u0000b' });
    expect(text(made('nul-in-text'))).not.toContain('\u0000');
    const { status } = dataOf(made('lone-surrogate'));
    expect(Buffer.from(String(status)).toString()).not.toBe(status);
    const strict = new TextDecoder('utf-8', { fatal: true });
    expect(() => strict.decode(made('invalid-utf8').body)).toThrow(TypeError);
    expect(() => strict.decode(made('lone-surrogate').body)).not.toThrow();
    expect(text(made('deep-nesting'))).toContain('['.repeat(2000) + ']'.repeat(2000));
  });
});

describe("the user's headers", () => {
  it('take the place of ours in whatever case those are written', () => {
    const plan = makePlan(calm, { seed: 'h', lifecycle: message, profile: standardWebhooks, fixed: [] });
    const [event] = plan.events;
    if (event === undefined) throw new Error('no event');
    const endpoint = {
      url: 'http://receiver.test/',
      headers: { 'user-agent': 'theirs', 'x-own': '1' },
      secrets: [secretFor(standardWebhooks)],
    };
    const ids = realIds(plan, standardWebhooks, { object: '{uuid}' }, 'h');
    const binding = { namespace: 'h', originMs: AT_MS, ids, fixed: {} };
    const { headers } = requestMaker(
      standardWebhooks,
      endpoint,
      binding,
    )({
      delivery: { id: 'd1', alter: 'upper-case-headers' },
      events: [event],
      attempt: 1,
      atMs: AT_MS,
      firstAtMs: AT_MS,
    });
    expect(headers).toMatchObject({ 'user-agent': 'theirs', 'x-own': '1' });
    expect(headers).not.toHaveProperty('USER-AGENT');
    expect(headers).toHaveProperty('WEBHOOK-ID');
  });
});
