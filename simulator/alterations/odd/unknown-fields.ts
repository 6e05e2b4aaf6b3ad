import type { Alteration } from '../alteration.ts';
import { rewritten, withMembers } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

export const unknownFields: Alteration = {
  id: 'unknown-fields',
  kind: 'oddity',
  group: 'odd',
  title: 'There are fields that nobody has heard of',
  because:
    'Providers add fields any day, and call that compatible (Stripe, GitHub, Shopify say so): a schema that forbids them refuses every event from then on.',
  requirement: 'must',
  needs: ['json-body'],
  expects: 'taken',
  tolerates: 'unknown-fields',
  ...rewritten((body, workshop) =>
    writeJson(
      withMembers(body, workshop, {
        added_lately: '"text"',
        addedLately: '{"level":1,"list":[1,"two",false]}',
        'added-lately': '[]',
      }),
    ),
  ),
};
