/** A self-signed X.509 certificate of an RSA key: as little of DER as that takes. */
import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION_3 = node(0xa0, node(0x02, Buffer.from([2])));
/** sha256WithRSAEncryption, 1.2.840.113549.1.1.11, with no parameters. */
const SHA256_WITH_RSA = node(
  SEQUENCE,
  node(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
  node(0x05, Buffer.alloc(0)),
);
const COMMON_NAME = Buffer.from('550403', 'hex');
const SERIAL_BYTES = 16;
/** Both ends are fixed, so that a key has one certificate. The second one is the last that this form of time can hold. */
const VALIDITY = node(SEQUENCE, time('200101000000Z'), time('491231235959Z'));

/** In PEM form. */
export function selfSignedCertificate(key: KeyObject, commonName: string): string {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const name = node(
    SEQUENCE,
    node(SET, node(SEQUENCE, node(0x06, COMMON_NAME), node(0x0c, Buffer.from(commonName)))),
  );
  const body = node(
    SEQUENCE,
    VERSION_3,
    node(0x02, serialOf(publicKey)),
    SHA256_WITH_RSA,
    name,
    VALIDITY,
    name,
    publicKey,
  );
  const signature = node(0x03, Buffer.from([0]), sign('sha256', body, key));
  const base64 = node(SEQUENCE, body, SHA256_WITH_RSA, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** A positive number without a leading zero byte. */
function serialOf(publicKey: Buffer): Buffer {
  const serial = createHash('sha256').update(publicKey).digest().subarray(0, SERIAL_BYTES);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}

function time(text: string): Buffer {
  return node(0x17, Buffer.from(text));
}

/** Tag, length, content. */
function node(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), bytes]);
  const hex = length.toString(16);
  const digits = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, bytes]);
}
