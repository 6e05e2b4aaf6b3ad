import { lifecycles } from '../../lifecycles/index.ts';
import type { FactRule, Lifecycle } from '../../lifecycles/lifecycle.ts';
import { anotherLike, changeHeaders, headerOf } from './edits.ts';
import type { Alteration, Workshop } from '../alteration.ts';

export const swappedTopic: Alteration = {
  id: 'swapped-topic',
  kind: 'forgery',
  group: 'forged',
  title: 'A captured request comes again as an event of another type',
  because:
    'GitHub and Shopify sign the body and not the header with the type: "paid" can be made into "refunded" by anyone who saw it.',
  requirement: 'should',
  rightlySigned: true,
  needs: ['signed-body', 'unsigned-topic'],
  afterGenuine: true,
  after: (signed, workshop) => {
    const { profile, captured = signed } = workshop;
    const { id, topic = '' } = profile.headerNames;
    const fresh = id === undefined || profile.scheme.covers.id ? [] : [id];
    const other = anotherTopic(workshop, topic, headerOf(captured, topic));
    return changeHeaders(changeHeaders(captured, fresh, anotherLike), [topic], () => other);
  },
};

/**
 * As the provider would write the type of another fact, of the same kind of object if it can be, and one that owes something
 * before one that does not; an unknown one where there is none.
 */
function anotherTopic({ profile, dispatch }: Workshop, header: string, own = ''): string {
  const [event] = dispatch.events;
  const known = profile.lifecycles ?? lifecycles;
  const kin = known.filter((one) => one.facts[event.fact]?.type === event.type);
  const topics = [...kin, ...known].flatMap(({ facts }) =>
    costliestFirst(facts).flatMap(([fact, { type }]) => {
      const parcel = profile.compose({ ...dispatch, events: [{ ...event, fact, type }] });
      return headerOf(parcel, header) ?? [];
    }),
  );
  return topics.find((topic) => topic !== own) ?? 'lost200/unknown';
}

function costliestFirst(facts: Lifecycle['facts']): readonly (readonly [string, FactRule])[] {
  const owed = ({ effects = [] }: FactRule): number => effects.length;
  return Object.entries(facts).toSorted(([, left], [, right]) => owed(right) - owed(left));
}
