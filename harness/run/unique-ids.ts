/** Real ids that no other play of the run has. */
import { realIds, TooFewIdsError } from '../../simulator/binding.ts';
import type { Plan } from '../../simulator/plan.ts';
import { Lost200Error } from '../errors.ts';
import type { Session } from './session.ts';

/** @throws Lost200Error LOST200_E_CONFIG when a shape is too short for a run of this size */
export function uniqueIds(
  { profile, settings, claimedIds }: Pick<Session, 'profile' | 'settings' | 'claimedIds'>,
  plan: Plan,
  namespace: string,
): Record<string, string> {
  try {
    return realIds(plan, profile, settings.ids, namespace, claimedIds);
  } catch (error) {
    if (!(error instanceof TooFewIdsError)) throw error;
    throw new Lost200Error(
      'LOST200_E_CONFIG',
      `ids.${error.of} has too few values: no two ${error.of}s of a run may share an id.`,
      'Write a longer shape, for example {int:9} or {uuid}; or play fewer scenarios or seeds.',
      { cause: error },
    );
  }
}
