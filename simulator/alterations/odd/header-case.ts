import type { Alteration } from '../alteration.ts';

export const headerCase: Alteration = {
  id: 'header-case',
  kind: 'oddity',
  group: 'odd',
  title: 'Header names are in small letters instead of Capitals-Of-Words, or the other way round',
  because:
    'Names mean the same in any case (RFC 9110, section 5.1); HTTP/2 and many proxies write them all small, others capitalise.',
  requirement: 'must',
  needs: [],
  expects: 'taken',
  after: (parcel) => {
    const isSmall = Object.keys(parcel.headers).every((name) => name === name.toLowerCase());
    const headers = Object.entries(parcel.headers).map(([name, value]) => [
      isSmall ? capitalised(name) : name.toLowerCase(),
      value,
    ]);
    return { ...parcel, headers: Object.fromEntries(headers) as Record<string, string> };
  },
};

function capitalised(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}
