/** What every profile promises: secrets of the right form, signatures that depend on them, and the schedule that is known. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scheduleLengthMs } from '../retry-policy.ts';
import type { Parcel } from '../signing/scheme.ts';
import { profiles } from './index.ts';
import type { BoundEvent, Dispatch, Profile } from './profile.ts';

const AT_MS = Date.UTC(2026, 10, 30, 12, 0, 0, 123);
const ID = '7d0f7a1e-5f4e-4f2b-9a50-0f9d3c1f6b11';

/** From the research: attempts in all, seconds from the first to the last, milliseconds of the timeout. */
const KNOWN: Readonly<Record<string, readonly [attempts: number, seconds: number, timeoutMs: number]>> = {
  'standard-webhooks': [8, 160_560, 15_000],
  'standard-webhooks-ed25519': [8, 160_560, 15_000],
  svix: [8, 99_305, 15_000],
  resend: [8, 99_305, 15_000],
  clerk: [8, 99_305, 15_000],
  polar: [10, 2044, 10_000],
  'polar-legacy-keys': [10, 2044, 10_000],
  stripe: [10, 228_900, 10_000],
  github: [1, 0, 10_000],
  shopify: [9, 14_400, 5000],
  'shopify-events': [9, 14_400, 5000],
  slack: [4, 360, 3000],
  'meta-whatsapp': [16, 604_800, 10_000],
  'mercado-pago': [6, 345_600, 22_000],
  twilio: [2, 0, 15_000],
  paypal: [26, 259_199, 30_000],
  square: [12, 86_580, 10_000],
  paddle: [61, 259_152, 5000],
  adyen: [100, 2_563_347, 10_000],
  asaas: [15, 46_200, 10_000],
  abacatepay: [7, 63_360, 10_000],
  zoom: [4, 5100, 3000],
  linear: [4, 25_260, 5000],
  'lemon-squeezy': [4, 155, 10_000],
  sendgrid: [13, 84_660, 3000],
  discord: [8, 600, 3000],
  hubspot: [11, 86_400, 5000],
  relay: [8, 160_560, 10_000],
};

/** Nothing is known of the schedules of these, and they say so. */
const UNKNOWN = ['pagarme', 'cloudevents', 'cloudevents-binary'];

describe.each(profiles)('$id', (profile) => {
  it('tries as often and waits as long as is known', () => {
    const { retryPolicy, timeoutMs } = profile;
    const known = KNOWN[profile.id];
    if (known === undefined) {
      expect(UNKNOWN).toContain(profile.id);
      expect(retryPolicy.basis).toBe('assumed');
      return;
    }
    const seconds = scheduleLengthMs(retryPolicy) / 1000;
    expect([retryPolicy.delaysMs.length + 1, seconds, timeoutMs]).toEqual(known);
    expect(retryPolicy.delaysMs.every((delayMs) => Number.isInteger(delayMs) && delayMs >= 0)).toBe(true);
  });

  it('says how sure each of its parts is', () => {
    const parts = [...Object.values(profile.grounds), profile.retryPolicy];
    for (const { basis, source } of parts) {
      expect(['documented', 'inferred', 'assumed']).toContain(basis);
      expect(source).toMatch(/\S{2}/);
    }
    expect(profile.timeoutSource).toMatch(/\S{2}/);
  });

  it('makes secrets that it finds nothing wrong with', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(profile.scheme.secretFault(profile.scheme.secretOf(bytes))).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });

  it('writes each header once, and those with a meaning under the names that it gives', () => {
    const { headers } = signed(profile, secretOf(profile, 7));
    const names = Object.keys(headers);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    const { signatureHeaders } = profile.scheme;
    for (const name of [...signatureHeaders, ...Object.values(profile.headerNames)])
      expect(names).toContain(name);
    for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
  });

  it('keeps the body on a retry of the same event, unless it counts attempts in it', () => {
    const secret = secretOf(profile, 7);
    const [first, retry] = [1, 2].map((attempt) => signed(profile, secret, { attempt }));
    const differs = Buffer.from(first?.body ?? []).equals(Buffer.from(retry?.body ?? [])) ? [] : [profile.id];
    expect(['hubspot', 'linear']).toEqual(expect.arrayContaining(differs));
  });

  it('signs otherwise with another secret and over another body', () => {
    const { scheme } = profile;
    if (scheme.kind === 'none') return;
    const secret = secretOf(profile, 7);
    const genuine = seenOf(signed(profile, secret));
    expect(seenOf(signed(profile, secretOf(profile, 8)))).not.toEqual(genuine);
    if (!scheme.covers.body || scheme.signatureHeaders.length === 0) return;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.uint8Array({ minLength: 1 }), (left, right) => {
        const over = (bytes: Uint8Array): unknown => {
          // Of a form the fields are signed, not the bytes.
          const hex = Buffer.from(bytes).toString('hex');
          const body = profile.bodyKind === 'form' ? Buffer.from(`Body=${hex}`) : bytes;
          const parcel = { ...composed(profile), body };
          return signatureOf(profile, scheme.sign(parcel, { secrets: [secret], id: ID, atMs: AT_MS }));
        };
        // Ed25519 and RSA say the same of the same bytes; ECDSA draws a number each time.
        const isSame = Buffer.from(left).equals(Buffer.from(right));
        if (!isSame) expect(over(left)).not.toEqual(over(right));
      }),
      { numRuns: 20 },
    );
  });
});

function secretOf({ scheme }: Profile, byte: number): string {
  return scheme.secretOf(Buffer.alloc(32, byte));
}

function composed(profile: Profile, { attempt }: { readonly attempt: number } = { attempt: 1 }): Parcel {
  const event: BoundEvent = {
    id: ID,
    type: 'payment.paid',
    fact: 'paid',
    objectId: '1234567890',
    occurredAt: '2026-11-30T11:59:00.000Z',
    occurredAtMs: AT_MS - 60_123,
    data: { id: '1234567890', status: 'paid', amount: 1234 },
  };
  const dispatch: Dispatch = {
    events: [event],
    url: 'http://127.0.0.1:3000/hook',
    atMs: AT_MS,
    firstAtMs: AT_MS,
    attempt,
    ...(attempt === 1 ? {} : { before: { kind: 'failed', status: 500 } }),
    ownId: (shape) => shape.replaceAll(/[{}:]/g, ''),
  };
  return profile.compose(dispatch);
}

function signed(profile: Profile, secret: string, how?: { readonly attempt: number }): Parcel {
  return profile.scheme.sign(composed(profile, how), { secrets: [secret], id: ID, atMs: AT_MS });
}

function signatureOf({ scheme }: Profile, { headers }: Parcel): unknown {
  return scheme.signatureHeaders.map((name) => headers[name]);
}

/** All that a receiver can see of a signature: it may be in a header, in the body or in the URL. */
function seenOf({ url, headers, body }: Parcel): unknown {
  return [url, headers, Buffer.from(body).toString()];
}
