/** What the broken receivers of GitHub's events do with what they believe: an event is known by its delivery id. */
import { fact } from '../../examples/vendors/serve.mjs';

const RANKS = { opened: 1, closed: 2, reopened: 3, merged: 4 };

export function pullRequestFacts({ action, pull_request: pull }, deliveryId) {
  const step = action === 'closed' && pull?.merged === true ? 'merged' : action;
  if (!Object.hasOwn(RANKS, step)) return [];
  return [
    fact({
      eventId: deliveryId,
      objectId: Number.isSafeInteger(pull?.id) ? String(pull.id) : undefined,
      state: step === 'merged' ? 'merged' : pull?.state,
      at: new Date(pull?.updated_at),
      rank: RANKS[step],
      ...((step === 'opened' || step === 'merged') && { effect: 'notification' }),
    }),
  ];
}
