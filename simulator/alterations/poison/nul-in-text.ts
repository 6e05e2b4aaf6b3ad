import type { Alteration } from '../alteration.ts';
import { respelt, statusIn, withMembers, withValues } from '../bodies.ts';

export const nulInText: Alteration = {
  id: 'nul-in-text',
  kind: 'poison',
  group: 'poison',
  title: 'A text holds the character NUL',
  because:
    'Valid JSON, and PostgreSQL refuses it in every text and jsonb column (22P05): the transaction fails however often it is tried.',
  requirement: 'must',
  needs: ['json-body'],
  ...respelt((body, workshop) =>
    withMembers(withValues(body, statusIn(body, workshop), '"in\\u0000valid"'), workshop, {
      note_lately: '"a\\u0000b"',
    }),
  ),
};
