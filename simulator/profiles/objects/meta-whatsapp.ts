import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const pricing = { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' };

/** A message as its statuses tell it; "read" may come without "delivered". */
export const metaMessage: Lifecycle = {
  id: 'meta-whatsapp/message',
  title: 'A WhatsApp message that is sent, delivered, read or fails',
  facts: {
    sent: { type: 'message.sent', state: 'sent', payload: { pricing } },
    delivered: {
      type: 'message.delivered',
      state: 'delivered',
      effects: [{ kind: 'notification' }],
      payload: { pricing },
    },
    read: { type: 'message.read', state: 'read', effects: [{ kind: 'notification' }] },
    failed: {
      type: 'message.failed',
      state: 'failed',
      payload: {
        errors: [
          {
            code: 131026,
            title: 'Message undeliverable',
            message: 'Message undeliverable',
            error_data: { details: 'Message Undeliverable.' },
          },
        ],
      },
    },
  },
  start: ['sent'],
  next: { sent: ['delivered', 'read', 'failed'], delivered: ['read'] },
  payload: {
    id: '{objectId}',
    status: '{status}',
    timestamp: '{occurredAt.secondsText}',
    recipient_id: '{canary.phone}',
    // ASCII without a slash, so that a signature over JSON written anew fails in the scenarios that are about it, and not always.
    biz_opaque_callback_data: 'order-status',
  },
  objectIdShape: 'wamid.HBgNNTU1{base62:38}AA==',
};
