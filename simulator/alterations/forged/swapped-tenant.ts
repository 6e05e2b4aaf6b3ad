import { anotherLike, changeHeaders } from './edits.ts';
import type { Alteration } from '../alteration.ts';

export const swappedTenant: Alteration = {
  id: 'swapped-tenant',
  kind: 'forgery',
  group: 'forged',
  title: 'A captured request comes again in the name of another tenant',
  because:
    'Shopify signs the body and not the header with the shop: one captured request can be sent to the account of any other shop.',
  requirement: 'should',
  rightlySigned: true,
  needs: ['signed-body', 'unsigned-tenant'],
  afterGenuine: true,
  after: (signed, { profile, captured = signed }) => {
    const { id, tenant = '' } = profile.headerNames;
    const fresh = id === undefined || profile.scheme.covers.id ? [] : [id];
    return changeHeaders(changeHeaders(captured, fresh, anotherLike), [tenant], (value) => `other-${value}`);
  },
};
