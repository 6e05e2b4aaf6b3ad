/**
 * An RSA private key from a text: the same text, the same key. Node makes keys from chance alone, and a run that is played again must
 * sign with the key that it had. Whoever knows the text has the key, so it is for tests and for nothing else.
 */
import { checkPrimeSync, createHash, createPrivateKey, type KeyObject } from 'node:crypto';

const PUBLIC_EXPONENT = 65_537n;
/** Each; 2048 in all. */
const PRIME_BITS = 1024;

const keys = new Map<string, KeyObject>();

export function rsaKeyFrom(text: string): KeyObject {
  const known = keys.get(text);
  if (known !== undefined) return known;
  const made = keyOf(primeFrom(`${text}\np`), primeFrom(`${text}\nq`));
  keys.set(text, made);
  return made;
}

/** The first prime from a place that the text decides, with its two highest bits set, so that the product has all its bits. */
function primeFrom(text: string): bigint {
  const blocks = Array.from({ length: PRIME_BITS / 512 }, (_, index) =>
    createHash('sha512').update(`${text}\n${index}`).digest('hex'),
  );
  const high = 3n << BigInt(PRIME_BITS - 2);
  let candidate = BigInt(`0x${blocks.join('')}`) | high | 1n;
  while (candidate % PUBLIC_EXPONENT === 1n || !checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
}

function keyOf(p: bigint, q: bigint): KeyObject {
  const d = inverse(PUBLIC_EXPONENT, (p - 1n) * (q - 1n));
  const jwk = {
    kty: 'RSA',
    n: base64url(p * q),
    e: base64url(PUBLIC_EXPONENT),
    d: base64url(d),
    p: base64url(p),
    q: base64url(q),
    dp: base64url(d % (p - 1n)),
    dq: base64url(d % (q - 1n)),
    qi: base64url(inverse(q, p)),
  };
  return createPrivateKey({ key: jwk, format: 'jwk' });
}

/** Of `value` modulo `modulus`, by Euclid. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, value % modulus];
  let [before, factor] = [0n, 1n];
  while (next > 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [before, factor] = [factor, before - quotient * factor];
  }
  return ((before % modulus) + modulus) % modulus;
}

function base64url(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url');
}
