/** The event types these receivers know. Any other type is answered 200 and ignored. */
export const KNOWN_TYPES: ReadonlySet<string> = new Set([
  ...['pending', 'paid', 'failed', 'refunded', 'chargeback', 'cancelled'].map(
    (status) => `payment.${status}`,
  ),
  ...['sent', 'delivered', 'read', 'failed'].map((status) => `message.${status}`),
]);

/**
 * What the business owes, once, for reaching a status. The other statuses change the state and nothing else.
 */
export const EFFECT_OF: ReadonlyMap<string, string> = new Map([
  ['paid', 'ledger'],
  ['refunded', 'ledger'],
  ['chargeback', 'ledger'],
  ['delivered', 'notification'],
  ['read', 'notification'],
]);
