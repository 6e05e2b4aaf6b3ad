import { createHmac } from 'node:crypto';
import type { Verifier } from './verifier.ts';

/** From docs.abacatepay.com, written down a second time on purpose. */
const PUBLIC_KEY = [
  't9dXRhHHo3yDEj5pVDYz0frf7q6bMKyMRmxxCPIPp3RCplBfXRxqlC6ZpiWmOqj4L63qEaeUOtrCI8P0VMUgo6iIga2ri9ogaHFs0WIIywSMg0q7RmBfybe1E5XJ',
  'cfC4IW3alNqym0tXoAKkzvfEjZxV6bE0oG2zJrNNYmUCKZyV0KZ3JS8Votf9EAWWYdiDkMkpbMdPggfh1EqHlVkMiTady6jOR3hyzGEHrIz2Ret0xHKMbiqkr9HS1JhNHDX9',
].join('');

/** docs.abacatepay.com, "Segurança": the secret in the query and in a header, and the body against the published key. */
export const abacatepayVerifier: Verifier = {
  profile: 'abacatepay',
  library: 'node:crypto',
  verify: ({ url, headers, body }, secret) => {
    const whole = createHmac('sha256', PUBLIC_KEY).update(body).digest('base64');
    return (
      headers['x-webhook-signature'] === whole &&
      headers['x-webhook-secret'] === secret &&
      new URL(url).searchParams.get('webhookSecret') === secret
    );
  },
};
