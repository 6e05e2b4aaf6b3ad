import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const addressId = 'idn_{objectId}';

const user: JsonObject = {
  id: '{objectId}',
  object: 'user',
  username: null,
  first_name: '{canary.name}',
  last_name: null,
  image_url: 'https://img.clerk.com/xxxxxx',
  has_image: false,
  primary_email_address_id: addressId,
  primary_phone_number_id: null,
  password_enabled: true,
  two_factor_enabled: false,
  email_addresses: [
    {
      id: addressId,
      object: 'email_address',
      email_address: '{canary.email}',
      verification: { status: 'verified', strategy: 'ticket' },
      linked_to: [],
    },
  ],
  phone_numbers: [],
  external_accounts: [],
  external_id: null,
  public_metadata: {},
  private_metadata: {},
  unsafe_metadata: {},
  banned: false,
  locked: false,
  last_sign_in_at: null,
  created_at: '{createdAt.milliseconds}',
  updated_at: '{occurredAt.milliseconds}',
};

/** A user. `updated_at`, in milliseconds, says which of two snapshots is the newer. */
export const userOfClerk: Lifecycle = {
  id: 'clerk/user',
  title: 'A user who is created, updated and deleted',
  objectIdShape: 'user_{base62:27}',
  facts: {
    created: {
      type: 'user.created',
      state: 'active',
      effects: [{ kind: 'provisioning' }],
      payload: user,
    },
    updated: { type: 'user.updated', state: 'active', timesMax: 2, payload: user },
    deleted: {
      type: 'user.deleted',
      state: 'deleted',
      effects: [{ kind: 'provisioning' }],
      payload: { id: '{objectId}', object: 'user', deleted: true, external_id: null },
    },
  },
  start: ['created'],
  next: { created: ['updated', 'deleted'], updated: ['updated', 'deleted'] },
  payload: {},
};
