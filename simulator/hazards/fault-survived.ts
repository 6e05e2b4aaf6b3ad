import { acknowledged, attemptsOf } from '../record.ts';
import type { Hazard } from './hazard.ts';

export const faultSurvived: Hazard = {
  id: 'fault-survived',
  title: 'an event lived through at least one fault and was acknowledged',
  touched: (record) => {
    const struck = new Set(
      record.entries.flatMap((entry) => (entry.kind === 'fault' ? entry.deliveryIds : [])),
    );
    return record.plan.facts
      .filter((fact) => {
        const attempts = attemptsOf(record, fact);
        return attempts.some((attempt) => struck.has(attempt.deliveryId)) && attempts.some(acknowledged);
      })
      .map((fact) => fact.id);
  },
};
