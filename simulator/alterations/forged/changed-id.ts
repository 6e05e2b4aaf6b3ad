import { changeHeaders } from './edits.ts';
import type { Alteration } from '../alteration.ts';

export const changedId: Alteration = {
  id: 'changed-id',
  kind: 'forgery',
  group: 'forged',
  title: "The event's id was changed after it was signed",
  because:
    'The id tells a repeat from a new event; where it is signed, it is signed so that one captured event cannot be made into many.',
  requirement: 'must',
  needs: ['signed-id', 'id-header'],
  after: (signed, { profile, strangeId }) =>
    changeHeaders(signed, [profile.headerNames.id ?? ''], () => strangeId),
};
