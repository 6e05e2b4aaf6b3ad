import type { Alteration } from '../alteration.ts';
import { respelt, statusIn, withMembers, withValues } from '../bodies.ts';

export const loneSurrogate: Alteration = {
  id: 'lone-surrogate',
  kind: 'poison',
  group: 'poison',
  title: 'A text holds half of a surrogate pair',
  because:
    'Emoji that were cut in the middle: valid JSON, and no text that could be written as UTF-8; encoders throw and PostgreSQL refuses it in jsonb.',
  requirement: 'must',
  needs: ['json-body'],
  ...respelt((body, workshop) =>
    withMembers(withValues(body, statusIn(body, workshop), '"in\\ud83cvalid"'), workshop, {
      note_lately: '"cut \\ud800"',
    }),
  ),
};
