import type { HistoryEntry } from '../history.ts';
import { ownAttempts } from '../record.ts';
import { factsArrived } from './arrived.ts';
import type { Hazard } from './hazard.ts';

type Started = HistoryEntry & { readonly kind: 'attempt-started' };

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
    return factsArrived(
      ownAttempts(record).filter((attempt) => twice.includes(`${attempt.id} ${attempt.eventId}`)),
    );
  },
};
