/** The forms in which a value may stand in a log. */
import type { CanaryKind } from '../../../simulator/canary.ts';
import { bareSecret, secretForms } from '../../secret-forms.ts';

/** Shorter forms of a secret stand in too many texts by chance. */
const SECRET_MIN = 16;
const KEY_BYTES_MIN = 16;
/** So many bytes are enough to know a key by: programs print long buffers only in part. */
const DUMPED_BYTES = 24;

/**
 * As it is given, its base64 alone, and the key that it stands for: as text, in hexadecimal, as a dump of bytes. Of a private key
 * its lines alone.
 */
export function printedForms(secret: string, keyPrefix = ''): readonly string[] {
  const given = secretForms(secret, keyPrefix);
  if (secret.includes('-----BEGIN ')) return given;
  const base64 = bareSecret(secret, keyPrefix);
  const key = Buffer.from(base64, 'base64');
  const bare = base64.replace(/=+$/, '');
  const forms = [...given, bare, bare.replaceAll('+', '-').replaceAll('/', '_')];
  if (key.length >= KEY_BYTES_MIN) {
    const hex = key.toString('hex');
    const dumped = key.subarray(0, DUMPED_BYTES);
    forms.push(
      hex,
      dumped.toString('hex').replace(/..(?=.)/g, '$& '),
      [...dumped].join(', '),
      [...dumped].join(','),
    );
    const text = key.toString('utf8');
    if (/^[\x20-\x7e]+$/.test(text)) forms.push(text);
  }
  return [...new Set(forms)].filter((form) => form.length >= SECRET_MIN);
}

/** The signatures in the headers of a request: what is long and stands in one of the named ones, or in one that speaks of signing. */
export function signaturesIn(
  headers: Readonly<Record<string, string>>,
  named: readonly string[] = [],
): readonly string[] {
  const names = new Set(named.map((name) => name.toLowerCase()));
  return Object.entries(headers)
    .filter(([name]) => names.has(name.toLowerCase()) || /signature|hmac|digest|-sign$/i.test(name))
    .flatMap(([, value]) => value.match(/[A-Za-z0-9+/_-]{24,}/g) ?? []);
}

/** A planted value, with the ways in which people write a telephone number. */
export function canaryForms(kind: CanaryKind, value: string): readonly string[] {
  if (kind !== 'phone') return [value];
  const [area, exchange, line] = [value.slice(2, 5), value.slice(5, 8), value.slice(8)];
  return [
    `1${area}${exchange}${line}`,
    `${area}${exchange}${line}`,
    ...['-', ' ', '.'].map((mark) => `${area}${mark}${exchange}${mark}${line}`),
    `(${area}) ${exchange}-${line}`,
  ];
}

/** Enough of a planted value to recognise it, and no more. */
export function masked(kind: CanaryKind, value: string): string {
  const end = kind === 'email' ? value.slice(value.indexOf('@')) : value.slice(-2);
  return `${value.slice(0, 2)}…${end}`;
}

/** What escaping for JSON and URLs did to a line, undone as far as it can matter here. */
export function unescaped(line: string): string {
  const plain = line
    .replace(/\\+\//g, '/')
    .replace(/\\+u00([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return plain.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
