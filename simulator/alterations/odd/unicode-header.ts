import type { Alteration } from '../alteration.ts';

/** Header values leave as Latin-1, one byte for each character: these are the bytes of UTF-8. */
const CITY = Buffer.from('São Paulo ☕').toString('latin1');

export const unicodeHeader: Alteration = {
  id: 'unicode-header',
  kind: 'oddity',
  group: 'odd',
  title: 'A header that nobody has heard of holds UTF-8',
  because:
    'Tracing and tenant headers hold what people typed; their bytes are opaque to whoever does not know them (RFC 9110, section 5.5).',
  requirement: 'should',
  needs: [],
  expects: 'either',
  after: (parcel) => ({ ...parcel, headers: { ...parcel.headers, 'x-origin-city': CITY } }),
};
