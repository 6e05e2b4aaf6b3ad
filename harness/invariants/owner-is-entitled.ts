import type { Invariant } from './invariant.ts';
import { judgeValues } from './judged-values.ts';

export const ownerIsEntitled: Invariant = {
  id: 'owner-is-entitled',
  title: 'An owner is entitled as long as any of its objects says so, and no longer.',
  mend: 'Keep the state of each object and derive what the owner may do from all of them; do not let the last event write one flag.',
  requirement: () => 'must',
  witnesses: 'touched',
  safety: false,
  judge: (record, sights) => judgeValues(record, sights, ['entitled']),
};
