import type { Alteration } from '../alteration.ts';
import { namesType, withValues } from '../bodies.ts';
import { readJson, writeJson } from '../json-text.ts';

export const missingType: Alteration = {
  id: 'missing-type',
  kind: 'poison',
  group: 'poison',
  title: 'An event has no type',
  because: 'A field that was always there is missing: what is read from it is undefined (bug list O7).',
  requirement: 'must',
  needs: ['json-body'],
  compose: (parcel, workshop) => ({
    ...parcel,
    headers: Object.fromEntries(
      Object.entries(parcel.headers).filter(
        ([, value]) => !workshop.dispatch.events.some((event) => event.type === value),
      ),
    ),
    body: Buffer.from(
      writeJson(
        withValues(readJson(Buffer.from(parcel.body).toString()), (member) => namesType(member, workshop)),
      ),
    ),
  }),
};
