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
            href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
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
    biz_opaque_callback_data: 'Situação do pedido 7/12 🛵',
  },
  objectIdShape: 'wamid.HBgNNTU1{base62:38}AA==',
};
