import type { Json, JsonObject } from '../../json.ts';
import type { BoundEvent } from '../../profiles/profile.ts';
import { indexOfPosition, type Alteration, type BatchPosition } from '../alteration.ts';

/** One of the events of a request says next to nothing: its id and the id of its object are there, all else is empty. */
export function badItem(position: BatchPosition): Alteration {
  return {
    id: `bad-item-${position}`,
    kind: 'poison',
    group: 'batches',
    title: `The ${position} of several events in one request cannot be digested`,
    because:
      'One bad item of a hundred: the whole request is refused for days and what was good in it done again each time, or it is acknowledged and dropped, or what came before is done and the rest is not (bug list Q3).',
    requirement: 'must',
    needs: ['json-body', 'batches'],
    spoils: position,
    events: (events) => {
      const bad = indexOfPosition(position, events.length);
      const [first, ...rest] = events.map((event, index) => (index === bad ? emptied(event) : event));
      return [first ?? events[0], ...rest];
    },
  };
}

/** Fields stay, so that the provider's own envelope can be put together: ids as they are, all else `null`. */
function emptied(event: BoundEvent): BoundEvent {
  return { ...event, data: withoutValues(event.data, event.objectId) as JsonObject };
}

function withoutValues(value: Json, objectId: string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutValues(item, objectId));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, item]) => [name, withoutValues(item, objectId)]),
    );
  return String(value).includes(objectId) ? value : null;
}
