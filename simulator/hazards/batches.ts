/** Requests with several events. */
import type { HistoryEntry } from '../history.ts';
import { acknowledged, ownAttempts, reached, type AttemptRecord, type PlayRecord } from '../record.ts';
import type { Hazard } from './hazard.ts';

type Started = HistoryEntry & { readonly kind: 'attempt-started' };

export const severalInOneRequest: Hazard = {
  id: 'several-in-one-request',
  title: 'events of several objects came in one request and were acknowledged',
  touched: (record) =>
    factsOfRequests(record, (attempts) => {
      const objects = new Set(attempts.map((attempt) => attempt.fact.objectId));
      return objects.size > 1 && attempts.every(acknowledged);
    }),
};

export const factsInOneRequest: Hazard = {
  id: 'facts-in-one-request',
  title: 'several facts of one object came in one request',
  touched: (record) =>
    factsOfRequests(record, (attempts) => {
      const objects = new Set(attempts.map((attempt) => attempt.fact.objectId));
      const facts = new Set(attempts.map((attempt) => attempt.fact.id));
      return facts.size > objects.size;
    }),
};

export const sameEventInOneRequest: Hazard = {
  id: 'same-event-in-one-request',
  title: 'one event came several times in one request',
  touched: (record) => {
    const twice = record.entries
      .filter((entry): entry is Started => entry.kind === 'attempt-started')
      .flatMap(({ attemptId, eventId, also = [] }) =>
        [eventId, ...also]
          .filter((id, position, all) => all.indexOf(id) !== position)
          .map((id) => `${attemptId} ${id}`),
      );
    const touched = ownAttempts(record).filter(
      (attempt) => reached(attempt) && twice.includes(`${attempt.id} ${attempt.eventId}`),
    );
    return [...new Set(touched.map((attempt) => attempt.fact.id))];
  },
};

export const badInOneRequest: Hazard = {
  id: 'bad-in-one-request',
  title: 'a request arrived with several events of which one cannot be digested',
  touched: (record) =>
    factsOfRequests(record, (attempts) => attempts.some((attempt) => attempt.beside !== undefined)),
};

/** Facts of all requests that arrived and fit. */
function factsOfRequests(
  record: PlayRecord,
  fits: (attempts: readonly AttemptRecord[]) => boolean,
): readonly string[] {
  const requests = new Map<string, AttemptRecord[]>();
  for (const attempt of ownAttempts(record).filter(reached))
    requests.set(attempt.id, [...(requests.get(attempt.id) ?? []), attempt]);
  const touched = [...requests.values()].filter(fits).flat();
  return [...new Set(touched.map((attempt) => attempt.fact.id))];
}
