import { acknowledged, attemptsOf } from '../record.ts';
import type { Hazard } from './hazard.ts';

export const secondAnnouncement: Hazard = {
  id: 'second-announcement',
  title: 'two events with ids of their own announced one fact, and both were acknowledged',
  touched: (record) =>
    record.plan.facts
      .filter((fact) => {
        const taken = attemptsOf(record, fact).filter(acknowledged);
        return new Set(taken.map((attempt) => attempt.eventId)).size > 1;
      })
      .map((fact) => fact.id),
};
