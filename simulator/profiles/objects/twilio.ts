import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

/**
 * An outgoing message as its status callbacks tell it. There is no time in them: only the status tells which is newer. "read" comes
 * from WhatsApp and RCS. Statuses are those of the library's types, transitions are from memory.
 */
export const twilioMessage: Lifecycle = {
  id: 'twilio/message',
  title: 'A Twilio message that is queued, sent, delivered, read, undelivered or fails',
  facts: {
    queued: { type: 'message.queued', state: 'queued' },
    sent: { type: 'message.sent', state: 'sent' },
    delivered: { type: 'message.delivered', state: 'delivered', effects: [{ kind: 'notification' }] },
    read: { type: 'message.read', state: 'read', effects: [{ kind: 'notification' }] },
    undelivered: { type: 'message.undelivered', state: 'undelivered', payload: { ErrorCode: '30003' } },
    failed: { type: 'message.failed', state: 'failed', payload: { ErrorCode: '30008' } },
  },
  start: ['queued'],
  next: { queued: ['sent', 'failed'], sent: ['delivered', 'undelivered'], delivered: ['read'] },
  payload: {
    AccountSid: 'AC00000000000000000000000000000200',
    ApiVersion: '2010-04-01',
    From: '+15017122661',
    MessageSid: '{objectId}',
    MessageStatus: '{status}',
    MessagingServiceSid: 'MG00000000000000000000000000000200',
    SmsSid: '{objectId}',
    SmsStatus: '{status}',
    To: '{canary.phone}',
  },
  objectIdShape: 'SM{hex:32}',
};
