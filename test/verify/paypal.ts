/** PayPal has no verifier for Node: its formula, with a checksum and a certificate reader that are not those of the signer. */
import { verify, X509Certificate } from 'node:crypto';
import type { Verifier } from './verifier.ts';

export const paypalVerifier: Verifier = {
  profile: 'paypal',
  library: 'node:crypto',
  verify: ({ headers, body }, known) => {
    const end = known.indexOf('\n');
    const [webhookId, pem] = [known.slice(0, end), known.slice(end + 1)];
    const id = headers['paypal-transmission-id'] ?? '';
    const time = headers['paypal-transmission-time'] ?? '';
    const signature = Buffer.from(headers['paypal-transmission-sig'] ?? '', 'base64');
    const signed = Buffer.from(`${id}|${time}|${webhookId}|${checksumOf(body)}`);
    return (
      headers['paypal-auth-algo'] === 'SHA256withRSA' &&
      verify('RSA-SHA256', signed, new X509Certificate(pem).publicKey, signature)
    );
  },
};

/** CRC-32 bit by bit (polynomial 0xEDB88320, reversed), as an unsigned number. */
function checksumOf(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
