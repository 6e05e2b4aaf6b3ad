import { CLOUDEVENTS_ORIGIN, CLOUDEVENTS_SOURCE, cloudevents } from './cloudevents.ts';
import { jsonBody, type Profile } from './profile.ts';

/** CloudEvents 1.0 over HTTP web hooks, in binary mode: the body is the event's data, all else stands in headers. */
export const cloudeventsBinary: Profile = {
  ...cloudevents,
  id: 'cloudevents-binary',
  title: 'CloudEvents web hooks, binary mode (ce- headers, bearer token)',
  headerNames: { id: 'ce-id', topic: 'ce-type' },
  compose: ({ url, events: [event] }) => ({
    url,
    headers: {
      'content-type': 'application/json',
      'WebHook-Request-Origin': CLOUDEVENTS_ORIGIN,
      'ce-specversion': '1.0',
      'ce-id': event.id,
      'ce-source': CLOUDEVENTS_SOURCE,
      'ce-type': event.type,
      'ce-subject': event.objectId,
      'ce-time': event.occurredAt,
    },
    body: jsonBody(event.data),
  }),
};
