import { acknowledged, attemptsOf, reached } from '../record.ts';
import type { Hazard } from './hazard.ts';

export const outage: Hazard = {
  id: 'outage',
  title: 'an event got through only after attempts that reached nobody',
  touched: (record) =>
    record.plan.facts
      .filter((fact) => {
        const attempts = attemptsOf(record, fact);
        return attempts.some((attempt) => !reached(attempt)) && attempts.some(acknowledged);
      })
      .map((fact) => fact.id),
};
