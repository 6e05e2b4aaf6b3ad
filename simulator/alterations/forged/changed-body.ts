import { changeNumber } from './edits.ts';
import type { Alteration } from '../alteration.ts';

export const changedBody: Alteration = {
  id: 'changed-body',
  kind: 'forgery',
  group: 'forged',
  title: 'A number in the body was changed after it was signed',
  because: 'The signature is there so that a sum of money cannot be changed on its way (article 001).',
  requirement: 'must',
  needs: ['signed-sum'],
  after: (signed, { profile }) => changeNumber(signed, profile.bodyKind === 'form'),
};
