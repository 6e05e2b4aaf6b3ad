/** What Lemon Squeezy sends of its subscriptions and orders: JSON:API objects, whole each time. */
import type { JsonObject } from '../../json.ts';
import type { EffectRule, Lifecycle } from '../../lifecycles/lifecycle.ts';

const provisioning: readonly EffectRule[] = [{ kind: 'provisioning' }];

function subscriptionAs(more: JsonObject): JsonObject {
  return {
    attributes: {
      store_id: 25163,
      customer_id: 1083541,
      order_id: 1043284,
      product_id: 39684,
      variant_id: 48221,
      product_name: 'Lost 200',
      variant_name: 'Default',
      user_name: '{canary.name}',
      user_email: '{canary.email}',
      status: '{status}',
      cancelled: false,
      pause: null,
      trial_ends_at: null,
      renews_at: '{occurredAt}',
      ends_at: null,
      created_at: '{createdAt}',
      updated_at: '{occurredAt}',
      test_mode: false,
      ...more,
    },
  };
}

/** Documented: `subscription_updated` comes beside every other event of a subscription, as one to listen to for everything. */
const UPDATED = 'subscription_updated';

export const lemonSqueezySubscription: Lifecycle = {
  id: 'lemon-squeezy/subscription',
  title: 'A Lemon Squeezy subscription that is created, cancelled, resumed and expires',
  facts: {
    created: {
      type: 'subscription_created',
      state: 'active',
      effects: provisioning,
      alsoAs: [UPDATED],
      payload: subscriptionAs({}),
    },
    cancelled: {
      type: 'subscription_cancelled',
      state: 'cancelled',
      alsoAs: [UPDATED],
      payload: subscriptionAs({ cancelled: true, ends_at: '{occurredAt}' }),
    },
    resumed: {
      type: 'subscription_resumed',
      state: 'active',
      alsoAs: [UPDATED],
      payload: subscriptionAs({}),
    },
    expired: {
      type: 'subscription_expired',
      state: 'expired',
      effects: provisioning,
      alsoAs: [UPDATED],
      payload: subscriptionAs({ cancelled: true, ends_at: '{occurredAt}' }),
    },
  },
  start: ['created'],
  next: { created: ['cancelled'], cancelled: ['expired', 'resumed'] },
  objectIdShape: '{int:7}',
  payload: { type: 'subscriptions', id: '{objectId}' },
};

export const lemonSqueezyOrder: Lifecycle = {
  id: 'lemon-squeezy/order',
  title: 'A Lemon Squeezy order that is paid and refunded',
  facts: {
    created: { type: 'order_created', state: 'paid', effects: [{ kind: 'receipt' }] },
    refunded: { type: 'order_refunded', state: 'refunded', effects: [{ kind: 'receipt' }] },
  },
  start: ['created'],
  next: { created: ['refunded'] },
  objectIdShape: '{int:7}',
  payload: {
    type: 'orders',
    id: '{objectId}',
    attributes: {
      store_id: 25163,
      customer_id: 1083541,
      identifier: '104e18a2-d755-4d4b-80c4-a6c1dcbe1c10',
      user_name: '{canary.name}',
      user_email: '{canary.email}',
      currency: 'USD',
      subtotal: '{amount}',
      tax: 0,
      total: '{amount}',
      status: '{status}',
      created_at: '{createdAt}',
      updated_at: '{occurredAt}',
      test_mode: false,
    },
  },
};
