/** Requests of a profile as our provider makes them, without a wire: every kind of event that its lifecycles have. */
import { makePlan } from '../../scenarios/scenario.ts';
import { realIds, type Binding } from '../../simulator/binding.ts';
import type { JsonObject } from '../../simulator/json.ts';
import { walks, type Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import { lifecycles as builtIn } from '../../simulator/lifecycles/index.ts';
import type { WebhookEvent } from '../../simulator/model.ts';
import { lastFactMs, type Plan } from '../../simulator/plan.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import { requestMaker, type RequestMaker } from '../../simulator/request.ts';
import type { Received } from './verifier.ts';

const URL_OF_RECEIVER = 'https://receiver.example/webhooks/in?tenant=7';
const NAMESPACE = 'verify';

export interface Sending {
  readonly secrets: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** Changes the data of every event. */
  readonly plant?: (data: JsonObject) => JsonObject;
}

/** One request, made at an instant in milliseconds since the Unix epoch. */
export type AsOf = (atMs: number) => Received;

/**
 * One object of each lifecycle for every walk that cannot go on: first attempts, then a retry of each, then a batch. Each is
 * made when it is wanted: some providers' requests are old after seconds.
 */
export function everyRequest(profile: Profile, sending: Sending): readonly AsOf[] {
  return lifecyclesOf(profile).flatMap((lifecycle) => {
    const plan = planOf(profile, lifecycle);
    const make = makerOf(profile, plan, sending);
    const asOf =
      (events: readonly [WebhookEvent, ...WebhookEvent[]], attempt: number): AsOf =>
      (atMs) =>
        received(make, events, attempt, atMs);
    return [
      ...plan.events.map((event) => asOf([event], 1)),
      ...plan.events.map((event) => asOf([event], 2)),
      ...batchesOf(profile, plan).map((events) => asOf(events, 1)),
    ];
  });
}

/** The first attempt of one event that follows another of its object, where there is one. */
export function oneRequest(profile: Profile, sending: Sending): Received {
  const [lifecycle] = lifecyclesOf(profile);
  if (lifecycle === undefined) throw new Error(`The profile ${profile.id} has no lifecycle.`);
  const plan = planOf(profile, lifecycle);
  const event = plan.events[1] ?? plan.events[0];
  if (event === undefined) throw new Error(`The lifecycle ${lifecycle.id} has no event.`);
  return received(makerOf(profile, plan, sending), [event], 1, sending.atMs);
}

export function lifecyclesOf(profile: Profile): readonly Lifecycle[] {
  return profile.lifecycles ?? builtIn;
}

function planOf(profile: Profile, lifecycle: Lifecycle): Plan {
  const scenario = {
    id: 'verify',
    title: '',
    because: '',
    requirement: 'must',
    hazards: [],
    needs: [],
  } as const;
  return makePlan(
    {
      ...scenario,
      draft: (draft) => {
        const ended = walks(lifecycle).filter(
          (walk) => (lifecycle.next[walk.at(-1) ?? ''] ?? []).length === 0,
        );
        for (const walk of ended.length > 0 ? ended.slice(0, 12) : walks(lifecycle).slice(0, 12))
          draft.deliverInOrder(draft.object(walk));
      },
    },
    { seed: 'verify', lifecycle, profile, fixed: [] },
  );
}

function makerOf(profile: Profile, plan: Plan, { secrets, atMs, plant }: Sending): RequestMaker {
  const binding: Binding = {
    namespace: NAMESPACE,
    originMs: atMs - lastFactMs(plan),
    ids: realIds(plan, profile, { object: plan.lifecycle.objectIdShape ?? '{uuid}' }, NAMESPACE),
    fixed: {},
  };
  const make = requestMaker(profile, { url: URL_OF_RECEIVER, headers: {}, secrets }, binding);
  if (plant === undefined) return make;
  return (outgoing) => {
    const [first, ...rest] = outgoing.events;
    const planted = (event: WebhookEvent): WebhookEvent => ({ ...event, payload: plant(event.payload) });
    return make({ ...outgoing, events: [planted(first), ...rest.map(planted)] });
  };
}

function batchesOf(profile: Profile, plan: Plan): readonly (readonly [WebhookEvent, ...WebhookEvent[]])[] {
  const [first, ...rest] = plan.events.slice(0, Math.min(profile.batchMax ?? 1, 10));
  return first === undefined || rest.length === 0 ? [] : [[first, ...rest]];
}

function received(
  make: RequestMaker,
  events: readonly [WebhookEvent, ...WebhookEvent[]],
  attempt: number,
  atMs: number,
): Received {
  const {
    method = 'POST',
    url,
    headers,
    body,
  } = make({
    delivery: { id: `d-${events[0].id}` },
    events,
    attempt,
    atMs,
    firstAtMs: attempt === 1 ? atMs : atMs - 60_000,
    ...(attempt === 1 ? {} : { before: { kind: 'timed-out' } }),
  });
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    url,
    headers: Object.fromEntries(lower) as Record<string, string>,
    body: Buffer.from(body),
  };
}
