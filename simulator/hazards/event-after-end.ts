import { acknowledged, attemptsOf, firstAcknowledged, reached } from '../record.ts';
import { factsOf, isNewer } from '../truth.ts';
import type { Hazard } from './hazard.ts';

export const eventAfterEnd: Hazard = {
  id: 'event-after-end',
  title: 'an older event arrived after the last fact that its object can have had been acknowledged',
  touched: (record) => {
    const { plan } = record;
    const ends = plan.facts.filter(
      (fact) =>
        (plan.lifecycle.next[fact.fact] ?? []).length === 0 && attemptsOf(record, fact).some(acknowledged),
    );
    const touched = ends.flatMap((end) => {
      const endedAt = firstAcknowledged(record, end)?.repliedAt ?? Number.MAX_SAFE_INTEGER;
      const late = factsOf(plan, end.objectId).filter(
        (fact) =>
          isNewer(plan, end, fact) &&
          attemptsOf(record, fact).some((attempt) => reached(attempt) && attempt.startedAt > endedAt),
      );
      return late.length === 0 ? [] : [...late.map((fact) => fact.id), end.id];
    });
    return [...new Set(touched)];
  },
};
