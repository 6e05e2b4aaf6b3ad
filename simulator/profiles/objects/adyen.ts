import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

/**
 * A card payment. Notifications tell what happened and not the state, whose names here are ours; transitions are from memory.
 * `eventDate` orders them.
 */
export const adyenPayment: Lifecycle = {
  id: 'adyen/payment',
  title: 'An Adyen payment that is authorised, captured, refunded, charged back, cancelled or refused',
  facts: {
    authorised: { type: 'AUTHORISATION', state: 'authorised' },
    refused: {
      type: 'AUTHORISATION',
      state: 'refused',
      payload: { success: 'false', reason: 'Refused' },
    },
    captured: { type: 'CAPTURE', state: 'captured', effects: [{ kind: 'ledger' }] },
    cancelled: { type: 'CANCELLATION', state: 'cancelled' },
    refunded: { type: 'REFUND', state: 'refunded', effects: [{ kind: 'ledger' }] },
    chargedBack: { type: 'CHARGEBACK', state: 'chargedback', effects: [{ kind: 'ledger' }] },
  },
  start: ['authorised', 'refused'],
  next: { authorised: ['captured', 'cancelled'], captured: ['refunded', 'chargedBack'] },
  payload: {
    additionalData: {
      cardHolderName: '{canary.name}',
      shopperEmail: '{canary.email}',
      cardSummary: '1111',
      expiryDate: '3/2030',
    },
    amount: { currency: 'EUR', value: '{amount}' },
    merchantAccountCode: 'Lost200ECOM',
    merchantReference: 'order-{objectId}',
    paymentMethod: 'visa',
    reason: '',
    success: 'true',
  },
  objectIdShape: '{int:16}',
};
