/** One event of a lifecycle outside of any run: to look at what a profile makes of it. */
import { PlanDraft } from '../../scenarios/draft.ts';
import { bindEvent } from '../../simulator/binding.ts';
import { walks, type Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { BoundEvent, Dispatch } from '../../simulator/profiles/profile.ts';
import { fillIdShape, seededRandom } from '../../simulator/random.ts';

const NAMESPACE = 'sample';

/** The fact as the last one of a history, at the given instant, with the given ids. */
export function sampleEvent(
  lifecycle: Lifecycle,
  fact: string,
  given: { readonly eventId: string; readonly objectId: string; readonly atMs: number },
): BoundEvent {
  const walk = walks(lifecycle).find((one) => one.includes(fact)) ?? [fact];
  const object = new PlanDraft(lifecycle, seededRandom(NAMESPACE)).object(
    walk.slice(0, walk.indexOf(fact) + 1),
  );
  const event = object.events.at(-1);
  if (event === undefined)
    throw new RangeError(`The lifecycle ${lifecycle.id} has no history with "${fact}".`);
  const own = { [event.id]: given.eventId, [object.id]: given.objectId };
  const owner =
    object.owner === undefined ? {} : { [object.owner]: fillIdShape('cus_{base62:14}', NAMESPACE, 'owner') };
  return bindEvent(
    { namespace: NAMESPACE, originMs: given.atMs - event.occurredAtMs, ids: { ...own, ...owner }, fixed: {} },
    event,
  );
}

/** Its first attempt. */
export function sampleDispatch(event: BoundEvent, atMs: number): Dispatch {
  return {
    events: [event],
    url: 'http://127.0.0.1:3000/webhooks',
    atMs,
    firstAtMs: atMs,
    attempt: 1,
    ownId: (shape, label) => fillIdShape(shape, NAMESPACE, label),
  };
}
