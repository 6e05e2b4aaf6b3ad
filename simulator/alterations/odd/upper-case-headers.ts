import type { Alteration } from '../alteration.ts';

export const upperCaseHeaders: Alteration = {
  id: 'upper-case-headers',
  kind: 'oddity',
  group: 'odd',
  title: 'All header names are in capitals',
  because: 'Names mean the same in any case (RFC 9110, section 5.1); some gateways write them so.',
  requirement: 'should',
  needs: [],
  expects: 'taken',
  after: (parcel) => ({
    ...parcel,
    headers: Object.fromEntries(
      Object.entries(parcel.headers).map(([name, value]) => [name.toUpperCase(), value]),
    ),
  }),
};
