import type { Alteration } from '../alteration.ts';
import { namesInstant, respelt, withValues } from '../bodies.ts';

const NO_DATE = 'the day before yesterday';

const body = respelt((json) => withValues(json, namesInstant, JSON.stringify(NO_DATE)));

export const notADate: Alteration = {
  id: 'not-a-date',
  kind: 'poison',
  group: 'poison',
  title: 'A date is none',
  because: 'What is compared with the clock is NaN, or throws.',
  requirement: 'must',
  needs: ['json-body'],
  compose: (parcel, workshop) => {
    const instants = workshop.dispatch.events.map((event) => event.occurredAt);
    const headers = Object.entries(parcel.headers).map(([name, value]) => [
      name,
      instants.includes(value) ? NO_DATE : value,
    ]);
    const { body: bytes } = body.compose?.(parcel, workshop) ?? parcel;
    return { ...parcel, headers: Object.fromEntries(headers) as Record<string, string>, body: bytes };
  },
};
