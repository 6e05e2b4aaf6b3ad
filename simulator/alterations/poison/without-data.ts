import type { Alteration } from '../alteration.ts';
import { bare } from './bare.ts';
import { respelt } from '../bodies.ts';

export const withoutData: Alteration = {
  id: 'without-data',
  kind: 'poison',
  group: 'poison',
  title: 'An event says nothing but its id and type',
  because: 'The part that every handler reads first is missing (bug list O7).',
  requirement: 'must',
  needs: ['json-body'],
  ...respelt(bare),
};
