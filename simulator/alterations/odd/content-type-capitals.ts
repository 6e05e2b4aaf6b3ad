import type { Alteration } from '../alteration.ts';
import { withContentType } from './content-type.ts';

export const contentTypeCapitals: Alteration = {
  id: 'content-type-capitals',
  kind: 'oddity',
  group: 'odd',
  title: 'The content type is in capitals',
  because: 'Types, subtypes and names of parameters mean the same in any case (RFC 9110, section 8.3.1).',
  requirement: 'should',
  needs: ['json-body'],
  expects: 'either',
  compose: (parcel) =>
    withContentType(parcel, (type) => `${(type.split(';')[0] ?? '').toUpperCase()}; Charset="UTF-8"`),
};
