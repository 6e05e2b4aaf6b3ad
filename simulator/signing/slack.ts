/** Slack's signatures (api.slack.com/authentication/verifying-requests-from-slack). */
import { hmacScheme } from './hmac.ts';
import type { Scheme } from './scheme.ts';

/** Bolt 5.1.0 accepts any time in the future. */
export const slackScheme: Scheme = hmacScheme('slack-v0', {
  algorithm: 'sha256',
  encoding: 'hex',
  signs: 'v0:{timestamp}:{body}',
  headers: {
    'X-Slack-Request-Timestamp': '{timestamp}',
    'X-Slack-Signature': '{signatures}',
  },
  entry: '{version}={digest}',
  version: 'v0',
  toleranceSeconds: 300,
  toleratesFuture: true,
});
