import { describe, expect, it } from 'vitest';
import { adyenScheme } from './adyen.ts';
import type { Forgery } from './scheme.ts';

/** The example of "Verify HMAC signatures" (docs.adyen.com). */
const KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
const SIGNATURE = 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=';
const ITEM = {
  additionalData: { cardSummary: '1111', hmacSignature: '' },
  amount: { value: 1130, currency: 'EUR' },
  pspReference: '7914073381342284',
  eventCode: 'AUTHORISATION',
  merchantAccountCode: 'TestMerchant',
  merchantReference: 'TestPayment-1407325143704',
  success: 'true',
};

function bodyOf(...items: readonly object[]): string {
  return JSON.stringify({
    live: 'false',
    notificationItems: items.map((item) => ({ NotificationRequestItem: item })),
  });
}

function sign(body: string | Uint8Array, forge?: Forgery): string {
  const parcel = { url: '', headers: {}, body: Buffer.from(body) };
  const signing = { secrets: [KEY], id: 'e', atMs: 0, ...(forge === undefined ? {} : { forge }) };
  return Buffer.from(adyenScheme.sign(parcel, signing).body).toString('latin1');
}

function signaturesIn(body: string): readonly (string | undefined)[] {
  const { notificationItems } = JSON.parse(body) as {
    notificationItems: { NotificationRequestItem: { additionalData: { hmacSignature?: string } } }[];
  };
  return notificationItems.map((item) => item.NotificationRequestItem.additionalData.hmacSignature);
}

describe('Adyen', () => {
  it('signs the published vector, inside the item', () => {
    const signed = sign(bodyOf(ITEM));
    expect(signaturesIn(signed)).toEqual([SIGNATURE]);
    expect(signed).toContain('"hmacSignature":"coqCmt\\/IZ4E');
  });

  it('signs each item by itself', () => {
    const other = { ...ITEM, originalReference: '1', amount: { value: 1131, currency: 'EUR' } };
    const signatures = signaturesIn(sign(bodyOf(other, ITEM, other)));
    expect(signatures).toEqual([expect.any(String), SIGNATURE, signatures[0]]);
    expect(signatures[0]).not.toBe(SIGNATURE);
  });

  it('covers eight fields and no others', () => {
    expect(signaturesIn(sign(bodyOf({ ...ITEM, eventDate: 'x', reason: 'y' })))).toEqual([SIGNATURE]);
    expect(signaturesIn(sign(bodyOf({ ...ITEM, success: 'false' })))).not.toEqual([SIGNATURE]);
  });

  it('leaves every other byte as it is', () => {
    const spaced = bodyOf(ITEM).replaceAll(':', ' : ');
    expect(sign(spaced).replace(/"coq[^"]*"/, '""')).toBe(spaced);
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('{"cut')]);
    expect(sign(bytes)).toBe(bytes.toString('latin1'));
  });

  it('can leave the signature out, or put another text in its place', () => {
    const none = sign(bodyOf(ITEM), { digest: () => null });
    expect(signaturesIn(none)).toEqual([undefined]);
    expect(none).toContain('{"cardSummary":"1111"}');
    expect(signaturesIn(sign(bodyOf(ITEM), { digest: () => '' }))).toEqual(['']);
  });

  it('takes keys of hexadecimal digits', () => {
    expect(adyenScheme.secretFault(KEY)).toBeUndefined();
    expect(adyenScheme.secretFault('whsec_abc')).toMatch(/hexadecimal/);
    expect(adyenScheme.secretOf(Buffer.alloc(32, 1))).toMatch(/^[0-9a-f]{64}$/);
  });
});
