import type { Alteration } from '../alteration.ts';
import { namesObject, respelt, withValues } from '../bodies.ts';

export const idAsObject: Alteration = {
  id: 'id-as-object',
  kind: 'poison',
  group: 'poison',
  title: 'The id of an object is an object',
  because:
    'A provider expands a reference (`customer` becomes the customer): what should be a key of the database is none.',
  requirement: 'must',
  needs: ['json-body'],
  ...respelt((body, workshop) =>
    withValues(body, (member) => namesObject(member, workshop), '{"value":{"nested":true}}'),
  ),
};
