/** What Discord sends of entitlements: who may use what an app sells. The state is the event's name. */
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

export const discordEntitlement: Lifecycle = {
  id: 'discord/entitlement',
  title: 'A Discord entitlement that is created, ends at a known time and is deleted',
  facts: {
    created: {
      type: 'ENTITLEMENT_CREATE',
      state: 'created',
      effects: [{ kind: 'provisioning' }],
    },
    updated: { type: 'ENTITLEMENT_UPDATE', state: 'updated', payload: { ends_at: '{occurredAt}' } },
    deleted: {
      type: 'ENTITLEMENT_DELETE',
      state: 'deleted',
      effects: [{ kind: 'provisioning' }],
      payload: { deleted: true },
    },
  },
  start: ['created'],
  next: { created: ['updated', 'deleted'], updated: ['deleted'] },
  objectIdShape: '1{int:18}',
  payload: {
    id: '{objectId}',
    sku_id: '1019475255913222144',
    application_id: '1019370614521200640',
    user_id: '771129655544643584',
    promotion_id: null,
    type: 8,
    deleted: false,
    gift_code_flags: 0,
    consumed: false,
    starts_at: '{createdAt}',
    ends_at: null,
    subscription_id: '1019653835926409216',
  },
};
