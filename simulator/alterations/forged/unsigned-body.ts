import { changeNumber } from './edits.ts';
import type { Alteration } from '../alteration.ts';

export const unsignedBody: Alteration = {
  id: 'unsigned-body',
  kind: 'forgery',
  group: 'forged',
  title: 'The body, which the signature does not cover, was changed',
  because:
    "Mercado Pago and Mailgun do not sign the body: what it says has to be asked of the provider's API before anything is done.",
  requirement: 'should',
  rightlySigned: true,
  needs: ['unsigned-body'],
  after: (signed, { profile }) => changeNumber(signed, profile.bodyKind === 'form'),
};
