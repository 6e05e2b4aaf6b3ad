/** What SendGrid sends of its messages: one element of the array for each event. */
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

export const sendgridMessage: Lifecycle = {
  id: 'sendgrid/message',
  title: 'A SendGrid message that is processed, deferred, delivered, opened, clicked, bounced or reported',
  facts: {
    processed: { type: 'processed', state: 'processed' },
    deferred: {
      type: 'deferred',
      state: 'deferred',
      payload: { response: '400 try again later', attempt: '5' },
    },
    delivered: {
      type: 'delivered',
      state: 'delivered',
      effects: [{ kind: 'notification' }],
      payload: { response: '250 OK' },
    },
    bounced: {
      type: 'bounce',
      state: 'bounce',
      effects: [{ kind: 'notification' }],
      payload: { reason: '500 unknown recipient', status: '5.0.0', type: 'bounce' },
    },
    opened: {
      type: 'open',
      state: 'open',
      payload: { useragent: 'Mozilla/5.0', ip: '192.0.2.17', sg_machine_open: false },
    },
    clicked: {
      type: 'click',
      state: 'click',
      payload: { useragent: 'Mozilla/5.0', ip: '192.0.2.17', url: 'https://lost200.example/welcome' },
    },
    reported: { type: 'spamreport', state: 'spamreport', effects: [{ kind: 'notification' }] },
  },
  start: ['processed'],
  next: {
    processed: ['delivered', 'deferred', 'bounced'],
    deferred: ['delivered', 'bounced'],
    delivered: ['opened', 'reported'],
    opened: ['clicked'],
  },
  objectIdShape: '{base62:22}.filterdrecv-{hex:10}-{base36:5}-1.0',
  payload: {
    email: '{canary.email}',
    timestamp: '{occurredAt.seconds}',
    'smtp-id': '<{objectId}@geopod-ismtpd-1>',
    category: ['welcome'],
    sg_message_id: '{objectId}',
  },
};
