/** From an event to the bytes of a request: the same body on every attempt, a signature of the moment. */
import { bindEvent, realId, type Binding } from './binding.ts';
import type { Endpoint, WebhookEvent } from './model.ts';
import type { Profile } from './profiles/profile.ts';
import type { WireRequest } from './transport/transport.ts';

/** `timestampSeconds` is the attempt's, in seconds since the Unix epoch. */
export type RequestMaker = (event: WebhookEvent, timestampSeconds: number) => WireRequest;

export function requestMaker(profile: Profile, endpoint: Endpoint, binding: Binding): RequestMaker {
  const bodies = new Map<string, Uint8Array>();
  return (event, timestampSeconds) => {
    let body = bodies.get(event.id);
    if (body === undefined) {
      body = profile.body(bindEvent(binding, event));
      bodies.set(event.id, body);
    }
    const eventId = realId(binding, event.id);
    const signed = profile.headers({ eventId, body, timestampSeconds, secrets: endpoint.secrets });
    const url = endpoint.url
      .replaceAll('{objectId}', encodeURIComponent(realId(binding, event.objectId)))
      .replaceAll('{eventType}', encodeURIComponent(event.type));
    return { url, headers: { ...signed, ...endpoint.headers }, body };
  };
}
