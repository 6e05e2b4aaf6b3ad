import { anotherLike, changeHeaders } from './edits.ts';
import type { Alteration } from '../alteration.ts';

export const replayedUnsignedId: Alteration = {
  id: 'replayed-unsigned-id',
  kind: 'forgery',
  group: 'forged',
  title: 'A captured request comes again under another id, which is not signed',
  because:
    'GitHub and Shopify sign the body and not the headers: a receiver that knows an event by a header alone takes it twice. What is in the body can tell.',
  requirement: 'should',
  rightlySigned: true,
  needs: ['signed-body', 'unsigned-id'],
  afterGenuine: true,
  after: (signed, { profile, captured = signed }) =>
    changeHeaders(captured, [profile.headerNames.id ?? ''], anotherLike),
};
