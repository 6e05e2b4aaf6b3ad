import type { Alteration } from '../alteration.ts';

export const chunked: Alteration = {
  id: 'chunked',
  kind: 'oddity',
  group: 'odd',
  title: 'The body comes in chunks, its length unsaid',
  because:
    'HTTP/1.1 clients that stream send `transfer-encoding: chunked`; a receiver that reads `content-length` bytes reads nothing, one may ask for a length with 411 (RFC 9112, section 6.3).',
  requirement: 'should',
  needs: [],
  expects: 'either',
  compose: (parcel) => ({ ...parcel, chunked: true }),
};
