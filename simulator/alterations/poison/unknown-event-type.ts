import type { Alteration, Workshop } from '../alteration.ts';
import { namesType, withValues } from '../bodies.ts';
import { readJson, writeJson } from '../json-text.ts';

const TYPE = 'lost200.added_lately';

/** Types travel in headers too. */
function retyped(text: string, { dispatch }: Workshop): string {
  return dispatch.events.some((event) => event.type === text) ? TYPE : text;
}

export const unknownEventType: Alteration = {
  id: 'unknown-event-type',
  kind: 'poison',
  group: 'poison',
  title: 'An event is of a type that nobody has heard of',
  because:
    'Providers add types any day; an endpoint that answers 4xx or 500 to them is retried, alarmed about and in the end disabled (bug list N5).',
  requirement: 'must',
  needs: ['json-body'],
  tolerates: 'unknown-type',
  compose: (parcel, workshop) => ({
    ...parcel,
    headers: Object.fromEntries(
      Object.entries(parcel.headers).map(([name, value]) => [name, retyped(value, workshop)]),
    ),
    body: Buffer.from(
      writeJson(
        withValues(
          readJson(Buffer.from(parcel.body).toString()),
          (member) => namesType(member, workshop),
          JSON.stringify(TYPE),
        ),
      ),
    ),
  }),
};
