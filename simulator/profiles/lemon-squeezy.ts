import type { RetryPolicy } from '../retry-policy.ts';
import { hmacScheme } from '../signing/hmac.ts';
import type { Scheme } from '../signing/scheme.ts';
import { lemonSqueezyOrder, lemonSqueezySubscription } from './objects/lemon-squeezy.ts';
import { jsonBody, type Profile } from './profile.ts';

const lemonSqueezySchedule: RetryPolicy = {
  id: 'lemon-squeezy-3',
  title: '5 s, 25 s, 125 s',
  delaysMs: [5000, 25_000, 125_000],
  basis: 'inferred',
  source: "up to three more times, for example after 5, 25 and 125 s: Lemon Squeezy's help as others cite it",
};

const SECRET_CHARACTERS_MAX = 40;

const byBody = hmacScheme('lemon-squeezy', {
  algorithm: 'sha256',
  encoding: 'hex',
  signs: '{body}',
  headers: { 'X-Signature': '{signatures}' },
  keyBytesMin: 6,
  keyBytesMax: SECRET_CHARACTERS_MAX,
});

/** Users choose the secret, of 6 to 40 characters. */
const lemonSqueezyScheme: Scheme = {
  ...byBody,
  secretOf: (bytes) => byBody.secretOf(bytes).slice(0, SECRET_CHARACTERS_MAX),
};

export const lemonSqueezy: Profile = {
  id: 'lemon-squeezy',
  title: 'Lemon Squeezy (X-Signature, X-Event-Name)',
  grounds: {
    signature: { basis: 'inferred', source: 'docs.lemonsqueezy.com, "Signing requests", from memory' },
    headers: { basis: 'inferred', source: 'docs.lemonsqueezy.com, from memory' },
    payload: { basis: 'inferred', source: 'docs.lemonsqueezy.com, "Event types", from memory' },
    success: { basis: 'inferred', source: "200: Lemon Squeezy's help as others cite it" },
  },
  // Told apart by event_name, the object's id and its updated_at.
  eventIdShape: '',
  retryPolicy: lemonSqueezySchedule,
  timeoutMs: 10_000,
  timeoutBasis: 'assumed',
  timeoutSource: 'not published',
  scheme: lemonSqueezyScheme,
  lifecycles: [lemonSqueezySubscription, lemonSqueezyOrder],
  headerNames: { topic: 'X-Event-Name' },
  compose: ({ url, events: [event] }) => ({
    url,
    headers: { 'content-type': 'application/json', 'X-Event-Name': event.type },
    body: jsonBody({
      meta: {
        test_mode: false,
        event_name: event.type,
        webhook_id: '5f2a1c9e-6b7d-4e8f-9a0b-1c2d3e4f5a6b',
      },
      data: event.data,
    }),
  }),
  isSuccess: (status) => status === 200,
  disables: () => false,
};
