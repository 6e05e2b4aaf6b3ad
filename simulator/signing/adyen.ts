/**
 * Adyen's standard webhooks: HMAC-SHA256 over eight fields of each item, base64, inside the item. Other fields are not covered. The
 * signature takes the place of an empty `hmacSignature`, so that the other bytes of the body stay as they are.
 */
import type { Json, JsonObject } from '../json.ts';
import { hmacScheme } from './hmac.ts';
import type { Scheme, Signing } from './scheme.ts';

const HEADER = 'signature';

const overText: Scheme = hmacScheme('adyen-sha256', {
  algorithm: 'sha256',
  encoding: 'base64',
  signs: '{body}',
  headers: { [HEADER]: '{signatures}' },
  key: 'hex',
  keyBytesMin: 16,
});

export const adyenScheme: Scheme = {
  id: overText.id,
  kind: 'shared',
  // Some fields, but nobody can rely on the others.
  covers: { body: false, id: false, time: false, url: false, fields: true },
  severalSecrets: false,
  signatureHeaders: [],
  sign: (parcel, signing) => {
    const items = itemsOf(parcel.body);
    let index = -1;
    // As latin1, every byte stays what it is.
    const body = Buffer.from(parcel.body)
      .toString('latin1')
      .replace(/(,?\s*"hmacSignature"\s*:\s*)""/g, (_, before: string) => {
        index += 1;
        const signature = signatureOf(items[index] ?? {}, signing);
        return signature === undefined ? '' : before + JSON.stringify(signature).replaceAll('/', '\\/');
      });
    return { ...parcel, body: Buffer.from(body, 'latin1') };
  },
  secretFault: (secret) => overText.secretFault(secret),
  secretOf: (bytes) => overText.secretOf(bytes),
};

/** `undefined`: no signature at all. */
function signatureOf(item: JsonObject, signing: Signing): string | undefined {
  const { amount } = item;
  const money = isObject(amount) ? amount : {};
  const signed = [
    item['pspReference'],
    item['originalReference'],
    item['merchantAccountCode'],
    item['merchantReference'],
    money['value'],
    money['currency'],
    item['eventCode'],
    item['success'],
  ].map(textOf);
  const body = Buffer.from(signed.join(':'));
  return overText.sign({ url: '', headers: {}, body }, signing).headers[HEADER];
}

/** None where the body is not what it should be. */
function itemsOf(body: Uint8Array): readonly JsonObject[] {
  const envelope = parsed(Buffer.from(body).toString());
  const { notificationItems = [] } = isObject(envelope) ? envelope : {};
  if (!Array.isArray(notificationItems)) return [];
  return notificationItems.map((item: Json) => {
    const inner = isObject(item) ? item['NotificationRequestItem'] : undefined;
    return isObject(inner) ? inner : {};
  });
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that is not there is an empty text. */
function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
