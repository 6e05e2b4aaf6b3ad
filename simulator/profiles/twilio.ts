import type { Json, JsonObject } from '../json.ts';
import { twilioScheme } from '../signing/twilio.ts';
import { twilioMessage } from './objects/twilio.ts';
import { is2xx, type Profile } from './profile.ts';

/** Status callbacks of messages: forms, signed with the URL. */
export const twilio: Profile = {
  id: 'twilio',
  title: 'Twilio status callbacks (X-Twilio-Signature over URL and form)',
  grounds: {
    signature: {
      basis: 'documented',
      source: 'Twilio, "Security", validating requests; its published example',
    },
    headers: {
      basis: 'inferred',
      source:
        'I-Twilio-Idempotency-Token is the same on a repeat, as other texts say; that it is one per event is inferred, the user agent is from memory',
    },
    payload: {
      basis: 'inferred',
      source: 'Twilio, "Outbound message status in status callbacks"; the order of the fields is inferred',
    },
    success: {
      basis: 'documented',
      source: 'Twilio, "Connection overrides": errors of HTTP are not tried again unless the URL asks for it',
    },
  },
  eventIdShape: '{uuid}',
  retryPolicy: {
    id: 'twilio-once',
    title: 'once more, at once, where no answer came',
    delaysMs: [0],
    basis: 'assumed',
    source:
      'Twilio, "Connection overrides"; that there is one repeat is from memory. There it follows a failed connection alone, here a timeout too',
  },
  timeoutMs: 15_000,
  timeoutBasis: 'assumed',
  timeoutSource: 'Twilio, "Connection overrides": 15 seconds in all, from memory',
  scheme: twilioScheme,
  lifecycles: [twilioMessage],
  headerNames: { id: 'I-Twilio-Idempotency-Token' },
  bodyKind: 'form',
  compose: ({ url, events: [event] }) => ({
    url,
    headers: {
      accept: '*/*',
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'I-Twilio-Idempotency-Token': event.id,
      'user-agent': 'TwilioProxy/1.1',
    },
    body: formBody(event.data),
  }),
  isSuccess: is2xx,
  disables: () => false,
  givesUp: () => true,
};

function formBody(data: JsonObject): Uint8Array {
  const fields = Object.entries(data).map(([name, value]): [string, string] => [name, textOf(value)]);
  return Buffer.from(new URLSearchParams(fields).toString());
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}
