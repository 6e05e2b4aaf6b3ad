import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

/**
 * A payment. Its notifications say no more than that something happened: the receiver asks the provider's API for the state.
 * The transitions are from memory.
 */
export const mercadoPagoPayment: Lifecycle = {
  id: 'mercado-pago/payment',
  title:
    'A Mercado Pago payment that is approved, rejected, refunded or charged back; notifications hold its id alone',
  facts: {
    pending: { type: 'payment.created', state: 'pending' },
    approved: { type: 'payment.updated', state: 'approved', effects: [{ kind: 'ledger' }] },
    rejected: { type: 'payment.updated', state: 'rejected' },
    cancelled: { type: 'payment.updated', state: 'cancelled' },
    mediated: { type: 'payment.updated', state: 'in_mediation' },
    refunded: { type: 'payment.updated', state: 'refunded', effects: [{ kind: 'ledger' }] },
    chargedBack: { type: 'payment.updated', state: 'charged_back', effects: [{ kind: 'ledger' }] },
  },
  start: ['pending'],
  next: {
    pending: ['approved', 'rejected', 'cancelled'],
    approved: ['mediated', 'refunded', 'chargedBack'],
    mediated: ['refunded', 'chargedBack'],
  },
  payload: { id: '{objectId}' },
  objectIdShape: '{int:11}',
};
