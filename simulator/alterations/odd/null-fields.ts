import type { Alteration } from '../alteration.ts';
import { rewritten, withMembers } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

export const nullFields: Alteration = {
  id: 'null-fields',
  kind: 'oddity',
  group: 'odd',
  title: 'There are unknown fields without a value',
  because: 'Providers add fields any day, often empty at first.',
  requirement: 'must',
  needs: ['json-body'],
  expects: 'taken',
  tolerates: 'unknown-fields',
  ...rewritten((body, workshop) =>
    writeJson(withMembers(body, workshop, { metadata_lately: 'null', cancelled_by_lately: 'null' })),
  ),
};
