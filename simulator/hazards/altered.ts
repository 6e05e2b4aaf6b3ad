import type { AttemptRecord, PlayRecord } from '../record.ts';
import { reached } from '../record.ts';
import type { Hazard } from './hazard.ts';

export const forgeryArrived: Hazard = {
  id: 'forgery-arrived',
  title: 'a forged request arrived',
  touched: ({ forged }) => factsOf(forged),
};

export const oddityArrived: Hazard = {
  id: 'oddity-arrived',
  title: 'a genuine request that is oddly written arrived',
  touched: ({ attempts, unusual }: PlayRecord) =>
    factsOf([...attempts.filter((attempt) => attempt.altered !== undefined), ...unusual]),
};

export const poisonArrived: Hazard = {
  id: 'poison-arrived',
  title: 'a genuine request arrived that cannot be digested',
  touched: ({ poison }) => factsOf(poison),
};

function factsOf(attempts: readonly AttemptRecord[]): readonly string[] {
  return [...new Set(attempts.filter(reached).map((attempt) => attempt.fact.id))];
}
