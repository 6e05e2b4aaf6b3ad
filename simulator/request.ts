/** From the events of a delivery to the bytes of a request: put together, signed at the moment, altered where the plan says so. */
import type { Alteration, Workshop } from './alterations/alteration.ts';
import { alterationOf } from './alterations/index.ts';
import { bindEvent, realId, type Binding } from './binding.ts';
import { withCapturedBodies } from './captured.ts';
import {
  strangeLabel,
  type Endpoint,
  type PlannedDelivery,
  type Recorded,
  type WebhookEvent,
} from './model.ts';
import type { BoundEvent, Dispatch, Profile } from './profiles/profile.ts';
import { fillIdShape } from './random.ts';
import type { Parcel, Signing } from './signing/scheme.ts';
import type { WireRequest } from './transport/transport.ts';

/** One attempt that is to be made. */
export interface Outgoing {
  readonly delivery: Pick<PlannedDelivery, 'id' | 'alter'>;
  readonly events: readonly [WebhookEvent, ...WebhookEvent[]];
  /** From 1. */
  readonly attempt: number;
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
  readonly firstAtMs: number;
  /** What was recorded of the attempt before. */
  readonly before?: Recorded;
}

export type RequestMaker = (outgoing: Outgoing) => WireRequest;

export function requestMaker(given: Profile, endpoint: Endpoint, binding: Binding): RequestMaker {
  const profile = withCapturedBodies(given);
  const bound = new Map<string, BoundEvent>();
  /** The last genuine request by event, as it left. */
  const genuine = new Map<string, Parcel>();
  const boundOf = (event: WebhookEvent): BoundEvent => {
    const known = bound.get(event.id) ?? bindEvent(binding, event);
    bound.set(event.id, known);
    return known;
  };
  return (outgoing) => {
    const [first, ...rest] = outgoing.events;
    const dispatch: Dispatch = {
      events: [boundOf(first), ...rest.map(boundOf)],
      url: urlOf(endpoint, binding, first),
      ownId: (shape, label) => fillIdShape(shape, binding.namespace, `${outgoing.delivery.id}/${label}`),
      atMs: outgoing.atMs,
      firstAtMs: outgoing.firstAtMs,
      attempt: outgoing.attempt,
      ...(outgoing.before === undefined ? {} : { before: outgoing.before }),
      ...(endpoint.apiUrl === undefined ? {} : { apiUrl: endpoint.apiUrl }),
    };
    const alteration = alterationFor(outgoing);
    const strange = strangeLabel(outgoing.delivery.id);
    const captured = genuine.get(first.id);
    const signed =
      alteration === undefined
        ? plain(profile, endpoint, dispatch)
        : altered(alteration, {
            profile,
            endpoint,
            dispatch,
            strangeSecret: profile.scheme.secretOf(
              Buffer.from(fillIdShape('{hex:64}', binding.namespace, 'strange-secret'), 'hex'),
            ),
            strangeId: binding.ids[strange] ?? fillIdShape(profile.eventIdShape, binding.namespace, strange),
            ...(captured === undefined ? {} : { captured }),
          });
    if (alteration === undefined) genuine.set(first.id, signed);
    return { ...signed, headers: overlaid(signed.headers, endpoint.headers) };
  };
}

/** The user's headers take the place of ours, whatever the case of the names. */
function overlaid(own: Parcel['headers'], users: Endpoint['headers']): Parcel['headers'] {
  const names = new Set(Object.keys(users).map((name) => name.toLowerCase()));
  if (names.size === 0) return own;
  const kept = Object.entries(own).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...users };
}

function alterationFor({ delivery, attempt }: Outgoing): Alteration | undefined {
  if (delivery.alter === undefined) return undefined;
  const alteration = alterationOf(delivery.alter);
  return alteration.fromSecondAttempt === true && attempt === 1 ? undefined : alteration;
}

function plain(profile: Profile, endpoint: Endpoint, dispatch: Dispatch): Parcel {
  return profile.scheme.sign(profile.compose(dispatch), signingOf(endpoint, dispatch));
}

function signingOf(endpoint: Endpoint, dispatch: Dispatch): Signing {
  return { secrets: endpoint.secrets, id: dispatch.events[0].id, atMs: dispatch.atMs };
}

function altered(alteration: Alteration, bench: Omit<Workshop, 'composed'>): Parcel {
  const { profile, endpoint } = bench;
  const events = alteration.events?.(bench.dispatch.events, bench) ?? bench.dispatch.events;
  const dispatch = { ...bench.dispatch, events };
  const workshop: Workshop = { ...bench, dispatch, composed: profile.compose(dispatch) };
  const parcel = alteration.compose?.(workshop.composed, workshop) ?? workshop.composed;
  const genuine = signingOf(endpoint, dispatch);
  const signed = profile.scheme.sign(parcel, alteration.signing?.(genuine, workshop) ?? genuine);
  return alteration.after?.(signed, workshop) ?? signed;
}

function urlOf(endpoint: Endpoint, binding: Binding, event: WebhookEvent): string {
  return endpoint.url
    .replaceAll('{objectId}', encodeURIComponent(realId(binding, event.objectId)))
    .replaceAll('{eventType}', encodeURIComponent(event.type));
}
