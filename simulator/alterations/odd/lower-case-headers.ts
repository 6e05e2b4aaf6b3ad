import type { Alteration } from '../alteration.ts';

export const lowerCaseHeaders: Alteration = {
  id: 'lower-case-headers',
  kind: 'oddity',
  group: 'odd',
  title: 'All header names are in lower case',
  because:
    'Names mean the same in any case (RFC 9110, section 5.1), and HTTP/2 and many proxies write them all small.',
  requirement: 'must',
  needs: [],
  expects: 'taken',
  after: (parcel) => ({
    ...parcel,
    headers: Object.fromEntries(
      Object.entries(parcel.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  }),
};
