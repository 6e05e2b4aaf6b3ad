import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

/** `data` of an event about a subscription: a full snapshot of it. */
function subscription(state: JsonObject): JsonObject {
  return {
    object: {
      id: '{objectId}',
      object: 'subscription',
      billing_mode: { type: 'flexible' },
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      collection_method: 'charge_automatically',
      created: '{createdAt.seconds}',
      currency: 'eur',
      customer: '{ownerId}',
      default_payment_method: null,
      description: null,
      ended_at: null,
      items: {
        object: 'list',
        data: [
          {
            id: 'si_{objectId}',
            object: 'subscription_item',
            created: '{createdAt.seconds}',
            metadata: {},
            price: {
              id: '{price}',
              object: 'price',
              active: true,
              currency: 'eur',
              product: 'prod_lost200',
              recurring: { interval: 'month', interval_count: 1 },
              type: 'recurring',
              unit_amount: '{amount}',
            },
            quantity: 1,
            subscription: '{objectId}',
          },
        ],
        has_more: false,
        total_count: 1,
        url: '/v1/subscription_items?subscription={objectId}',
      },
      latest_invoice: 'in_{objectId}',
      livemode: true,
      metadata: {},
      start_date: '{createdAt.seconds}',
      status: '{status}',
      trial_end: null,
      trial_start: null,
      ...state,
    },
  };
}

/** A subscription of a customer who may have several. */
export const stripeSubscription: Lifecycle = {
  id: 'stripe/subscription',
  title: 'A subscription that is created, becomes active, changes its price, is past due and ends',
  objectIdShape: 'sub_1{base62:23}',
  facts: {
    created: {
      type: 'customer.subscription.created',
      state: 'incomplete',
      payload: subscription({}),
    },
    activated: {
      type: 'customer.subscription.updated',
      state: 'active',
      effects: [{ kind: 'provisioning' }],
      payload: { ...subscription({}), previous_attributes: { status: 'incomplete' } },
    },
    pastDue: {
      type: 'customer.subscription.updated',
      state: 'past_due',
      payload: { ...subscription({}), previous_attributes: { status: 'active' } },
    },
    deleted: {
      type: 'customer.subscription.deleted',
      state: 'canceled',
      effects: [{ kind: 'provisioning' }],
      payload: subscription({
        canceled_at: '{occurredAt.seconds}',
        ended_at: '{occurredAt.seconds}',
      }),
    },
  },
  start: ['created'],
  next: { created: ['activated'], activated: ['pastDue', 'deleted'], pastDue: ['deleted'] },
  payload: {},
  owned: true,
  draws: {
    price: {
      kind: 'choice',
      from: ['price_basic', 'price_team', 'price_business'],
      on: ['created', 'activated'],
    },
  },
  values: {
    price: { kind: 'latest', field: 'price', notAfter: ['deleted'] },
    entitled: { kind: 'entitled', states: ['active'] },
  },
};
