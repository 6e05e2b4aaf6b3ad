import { plantedCustomer } from '../canary.ts';
import type { Lifecycle } from './lifecycle.ts';

/** A subscription with its items, and a customer who may have several: every event is a full snapshot (article 002). */
export const subscription: Lifecycle = {
  id: 'subscription',
  title: 'A subscription that is created, updated and canceled, with its plan and items',
  facts: {
    created: { type: 'subscription.created', state: 'incomplete' },
    updated: {
      type: 'subscription.updated',
      state: 'active',
      effects: [{ kind: 'provisioning' }],
      timesMax: 2,
    },
    canceled: { type: 'subscription.canceled', state: 'canceled', effects: [{ kind: 'provisioning' }] },
  },
  start: ['created'],
  next: { created: ['updated'], updated: ['updated', 'canceled'] },
  payload: {
    id: '{objectId}',
    customer: '{ownerId}',
    status: '{status}',
    version: '{version}',
    plan: '{plan}',
    items: '{items}',
    contact: plantedCustomer,
  },
  owned: true,
  draws: {
    plan: { kind: 'choice', from: ['basic', 'team', 'business'], on: ['created', 'updated'] },
    items: { kind: 'children', on: ['created', 'updated'] },
  },
  values: {
    plan: { kind: 'latest', field: 'plan', notAfter: ['canceled'] },
    items: { kind: 'set', field: 'items', notAfter: ['canceled'] },
    entitled: { kind: 'entitled', states: ['active'] },
  },
};
