/** What the broken receivers of Meta's batches have right: one item. */
import { fact } from '../../examples/vendors/serve.mjs';

const RANKS = { sent: 1, delivered: 2, read: 3, failed: 4 };

export function statusFact({ id, status: state, timestamp }) {
  const isOwed = state === 'delivered' || state === 'read';
  return [
    fact({
      ...{ key: `${id} ${state}`, objectId: id, state, rank: RANKS[state] },
      at: new Date(Number(timestamp) * 1000),
      ...(isOwed && { effect: 'notification' }),
    }),
  ];
}
