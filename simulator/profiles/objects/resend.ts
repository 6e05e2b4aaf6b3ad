import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const click: JsonObject = {
  ipAddress: '203.0.113.7',
  link: 'https://example.com/welcome?step=1&from=mail',
  timestamp: '{occurredAt}',
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
};

/** An e-mail (resend.com/docs/webhooks/event-types). Each step that people are told of owes one notification. */
export const emailOfResend: Lifecycle = {
  id: 'resend/email',
  title: 'An e-mail that is sent, delivered, opened, clicked, bounces or is complained of',
  objectIdShape: '{uuid}',
  facts: {
    sent: { type: 'email.sent', state: 'sent' },
    delayed: { type: 'email.delivery_delayed', state: 'delivery_delayed' },
    delivered: { type: 'email.delivered', state: 'delivered', effects: [{ kind: 'notification' }] },
    opened: { type: 'email.opened', state: 'opened' },
    clicked: {
      type: 'email.clicked',
      state: 'clicked',
      payload: {
        click,
      },
    },
    bounced: {
      type: 'email.bounced',
      state: 'bounced',
      effects: [{ kind: 'notification' }],
      payload: {
        bounce: {
          message: "The recipient's email address is on the suppression list.",
          subType: 'Suppressed',
          type: 'Permanent',
        },
      },
    },
    complained: { type: 'email.complained', state: 'complained', effects: [{ kind: 'notification' }] },
  },
  start: ['sent'],
  next: {
    sent: ['delivered', 'delayed', 'bounced'],
    delayed: ['delivered', 'bounced'],
    delivered: ['opened', 'complained'],
    opened: ['clicked', 'complained'],
  },
  payload: {
    email_id: '{objectId}',
    created_at: '{createdAt}',
    from: 'Acme <onboarding@acme.example>',
    to: ['{canary.email}'],
    subject: 'Welcome, {canary.name}',
    tags: { category: 'welcome' },
  },
};
