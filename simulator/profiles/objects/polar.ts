import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const ORGANIZATION = '1dbfc517-0bbf-4301-9ba8-555ca42b9737';
const PRODUCT = 'd8dd2de1-21b7-4a41-8bc3-ce909c0cfe23';

const price: JsonObject = {
  created_at: '{createdAt}',
  modified_at: null,
  id: '9f2a1f0b-6c8f-4a5e-9f6b-9a1a7c2d3e4f',
  source: 'catalog',
  amount_type: 'fixed',
  price_currency: 'eur',
  tax_behavior: null,
  is_archived: false,
  product_id: PRODUCT,
  price_amount: '{amount}',
};

const product: JsonObject = {
  id: PRODUCT,
  created_at: '{createdAt}',
  modified_at: null,
  trial_interval: null,
  trial_interval_count: null,
  name: 'Team',
  description: 'Everything, for a team',
  visibility: 'public',
  recurring_interval: 'month',
  recurring_interval_count: 1,
  meter_interval: null,
  meter_interval_count: null,
  is_recurring: true,
  is_archived: false,
  organization_id: ORGANIZATION,
  metadata: {},
  prices: [price],
  benefits: [],
  medias: [],
  attached_custom_fields: [],
};

const customer: JsonObject = {
  id: '{ownerId}',
  created_at: '{createdAt}',
  modified_at: null,
  metadata: {},
  external_id: null,
  email: '{canary.email}',
  email_verified: true,
  type: 'individual',
  name: '{canary.name}',
  billing_name: null,
  billing_address: null,
  tax_id: null,
  organization_id: ORGANIZATION,
  deleted_at: null,
  avatar_url: null,
};

/** A full snapshot. `modified_at` says which of two is the newer. `current_period_end` is added when it leaves. */
function subscription(state: JsonObject): JsonObject {
  return {
    created_at: '{createdAt}',
    modified_at: '{occurredAt}',
    id: '{objectId}',
    amount: '{amount}',
    currency: 'eur',
    recurring_interval: 'month',
    recurring_interval_count: 1,
    status: '{status}',
    current_period_start: '{createdAt}',
    current_meter_period_start: null,
    current_meter_period_end: null,
    trial_start: null,
    trial_end: null,
    cancel_at_period_end: false,
    canceled_at: null,
    started_at: '{createdAt}',
    ends_at: null,
    ended_at: null,
    pause_at_period_end: false,
    paused_at: null,
    resumes_at: null,
    customer_id: '{ownerId}',
    product_id: PRODUCT,
    discount_id: null,
    checkout_id: null,
    customer_cancellation_reason: null,
    customer_cancellation_comment: null,
    metadata: {},
    customer,
    product,
    discount: null,
    prices: [price],
    meters: [],
    pending_update: null,
    ...state,
  };
}

/** A subscription of a customer who may have several. */
export const polarSubscription: Lifecycle = {
  id: 'polar/subscription',
  title: 'A subscription that is created, becomes active, is past due and is revoked',
  objectIdShape: '{uuid}',
  facts: {
    created: {
      type: 'subscription.created',
      state: 'incomplete',
      payload: subscription({ started_at: null }),
    },
    active: {
      type: 'subscription.active',
      state: 'active',
      effects: [{ kind: 'provisioning' }],
      payload: subscription({}),
    },
    pastDue: {
      type: 'subscription.past_due',
      state: 'past_due',
      payload: subscription({ past_due_at: '{occurredAt}' }),
    },
    revoked: {
      type: 'subscription.revoked',
      state: 'canceled',
      effects: [{ kind: 'provisioning' }],
      payload: subscription({
        canceled_at: '{occurredAt}',
        ends_at: '{occurredAt}',
        ended_at: '{occurredAt}',
        customer_cancellation_reason: 'too_expensive',
      }),
    },
  },
  start: ['created'],
  next: { created: ['active'], active: ['pastDue', 'revoked'], pastDue: ['revoked'] },
  payload: {},
  owned: true,
  values: { entitled: { kind: 'entitled', states: ['active'] } },
};
