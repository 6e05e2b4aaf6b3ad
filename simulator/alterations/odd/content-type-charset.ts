import type { Alteration } from '../alteration.ts';
import { withContentType } from './content-type.ts';

export const contentTypeCharset: Alteration = {
  id: 'content-type-charset',
  kind: 'oddity',
  group: 'odd',
  title: 'The content type names a charset',
  because:
    'Stripe, Slack and most Java clients send `application/json; charset=utf-8`: a comparison of the whole text refuses it.',
  requirement: 'must',
  needs: ['json-body', 'any-content-type'],
  expects: 'taken',
  compose: (parcel) =>
    withContentType(parcel, (type) =>
      type.includes(';') ? `${type.split(';')[0] ?? ''};charset=UTF-8` : `${type}; charset=utf-8`,
    ),
};
