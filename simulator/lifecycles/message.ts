import { plantedCustomer } from '../canary.ts';
import type { Lifecycle } from './lifecycle.ts';

/** A message to a person, as messaging providers report it: read must never turn back into delivered (article 001). */
export const message: Lifecycle = {
  id: 'message',
  title: 'A message that is sent, delivered, read or fails',
  facts: {
    sent: { type: 'message.sent', state: 'sent' },
    delivered: { type: 'message.delivered', state: 'delivered', effects: [{ kind: 'notification' }] },
    read: { type: 'message.read', state: 'read', effects: [{ kind: 'notification' }] },
    failed: { type: 'message.failed', state: 'failed' },
  },
  start: ['sent'],
  next: { sent: ['delivered', 'failed'], delivered: ['read'] },
  payload: {
    id: '{objectId}',
    status: '{status}',
    version: '{version}',
    channel: 'whatsapp',
    customer: plantedCustomer,
  },
};
