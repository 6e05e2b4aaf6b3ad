/** What the scenario of an alteration sends, without a wire: each altered request beside the one that the provider would have sent. */
import { alteredScenarios } from '../../scenarios/altered.ts';
import { makePlan } from '../../scenarios/scenario.ts';
import type { Alteration } from '../../simulator/alterations/alteration.ts';
import { realIds, type Binding } from '../../simulator/binding.ts';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Endpoint, PlannedDelivery, WebhookEvent } from '../../simulator/model.ts';
import { lastFactMs, type Plan } from '../../simulator/plan.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import { requestMaker, type Outgoing } from '../../simulator/request.ts';
import type { WireRequest } from '../../simulator/transport/transport.ts';
import type { Received } from './verifier.ts';

const NAMESPACE = 'altered';

export interface AlteredRequest {
  readonly altered: Received;
  /** The same attempt of the same delivery, not altered. */
  readonly genuine: Received;
  /** The last genuine request that announced the same event before it. */
  readonly before?: Received;
}

export function alteredRequests(
  alteration: Alteration,
  of: {
    readonly profile: Profile;
    readonly lifecycle: Lifecycle;
    readonly endpoint: Pick<Endpoint, 'secrets' | 'expiredSecrets'>;
    readonly atMs: number;
  },
): readonly AlteredRequest[] {
  const { profile, atMs } = of;
  const plan = planOf(alteration, profile, of.lifecycle);
  const binding: Binding = {
    namespace: NAMESPACE,
    originMs: atMs - lastFactMs(plan),
    ids: realIds(plan, profile, { object: plan.lifecycle.objectIdShape ?? '{uuid}' }, NAMESPACE),
    fixed: {},
  };
  const endpoint = { url: 'https://receiver.example/webhooks/in?tenant=7', headers: {}, ...of.endpoint };
  const make = requestMaker(profile, endpoint, binding);
  const plain = requestMaker(profile, endpoint, binding);
  const genuine = new Map<string, Received>();
  return inOrder(plan).flatMap((delivery) => {
    const attempts = alteration.fromSecondAttempt === true && delivery.alter !== undefined ? [1, 2] : [1];
    return attempts.flatMap((attempt) => {
      const outgoing: Outgoing = {
        delivery,
        events: eventsOf(plan, delivery),
        attempt,
        atMs,
        firstAtMs: atMs,
        ...(attempt === 1 ? {} : { before: { kind: 'timed-out' } }),
      };
      const sent = received(make(outgoing));
      const isPlain = delivery.alter === undefined || attempt < attempts.length;
      const before = genuine.get(delivery.eventId);
      if (isPlain) genuine.set(delivery.eventId, sent);
      if (isPlain) return [];
      const own = received(plain({ ...outgoing, delivery: { id: delivery.id } }));
      return [{ altered: sent, genuine: own, ...(before === undefined ? {} : { before }) }];
    });
  });
}

export function planOf(alteration: Alteration, profile: Profile, lifecycle: Lifecycle): Plan {
  const id = `${alteration.group}/${alteration.id}`;
  const scenario = alteredScenarios.find((one) => one.id === id);
  if (scenario === undefined) throw new RangeError(`There is no scenario "${id}".`);
  return makePlan(scenario, { seed: 'altered', lifecycle, profile, fixed: [] });
}

function inOrder({ deliveries }: Plan): readonly PlannedDelivery[] {
  return [...deliveries].sort((left, right) => (left.dueAtMs ?? 0) - (right.dueAtMs ?? 0));
}

function eventsOf(
  plan: Plan,
  { eventId, also = [] }: PlannedDelivery,
): readonly [WebhookEvent, ...WebhookEvent[]] {
  const eventOf = (id: string): WebhookEvent => {
    const event = plan.events.find((one) => one.id === id);
    if (event === undefined) throw new RangeError(`The plan has no event "${id}".`);
    return event;
  };
  return [eventOf(eventId), ...also.map(eventOf)];
}

function received({ method = 'POST', url, headers, body }: WireRequest): Received {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    url,
    headers: Object.fromEntries(lower) as Record<string, string>,
    body: Buffer.from(body),
  };
}
