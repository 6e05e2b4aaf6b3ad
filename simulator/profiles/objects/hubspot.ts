/** What HubSpot sends of its deals: one element of the array for each change of one property. */
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const changed = { propertyName: 'dealstage', propertyValue: '{status}' };

export const hubspotDeal: Lifecycle = {
  id: 'hubspot/deal',
  title: 'A HubSpot deal that is created, qualified, won, lost or deleted',
  facts: {
    created: { type: 'deal.creation', state: 'appointmentscheduled', payload: { changeFlag: 'NEW' } },
    qualified: { type: 'deal.propertyChange', state: 'qualifiedtobuy', payload: changed },
    won: {
      type: 'deal.propertyChange',
      state: 'closedwon',
      effects: [{ kind: 'notification' }],
      payload: changed,
    },
    lost: {
      type: 'deal.propertyChange',
      state: 'closedlost',
      effects: [{ kind: 'notification' }],
      payload: changed,
    },
    deleted: { type: 'deal.deletion', state: 'deleted', payload: { changeFlag: 'DELETED' } },
  },
  start: ['created'],
  next: { created: ['qualified', 'lost'], qualified: ['won', 'lost'], lost: ['deleted'] },
  objectIdShape: '{int:10}',
  payload: {
    subscriptionId: 2401117,
    portalId: 62515,
    appId: 54321,
    occurredAt: '{occurredAt.milliseconds}',
    objectId: '{objectNumber}',
    changeSource: 'CRM',
  },
};
