import { createHmac } from 'node:crypto';
import type { Verifier } from './verifier.ts';

/** developers.zoom.us, "Verify webhook events": v0:{timestamp}:{body}. */
export const zoomVerifier: Verifier = {
  profile: 'zoom',
  library: 'node:crypto',
  verify: ({ headers, body }, secret) => {
    const message = `v0:${headers['x-zm-request-timestamp'] ?? ''}:${body.toString()}`;
    const digest = createHmac('sha256', secret).update(message).digest('hex');
    return headers['x-zm-signature'] === `v0=${digest}`;
  },
};
