import type { Alteration } from '../alteration.ts';
import { anotherLike } from './edits.ts';

export const signatureOfAnotherUrl: Alteration = {
  id: 'signature-of-another-url',
  kind: 'forgery',
  group: 'forged',
  title: 'The signature is right, but for another URL',
  because:
    "Twilio, Square and HubSpot sign the URL, Mercado Pago the object's id in the query: what was signed for one endpoint or object is worth nothing for another.",
  requirement: 'must',
  needs: ['signed-url'],
  compose: (parcel, { dispatch }) => {
    const id = encodeURIComponent(dispatch.events[0].objectId);
    const other = parcel.url.replaceAll(id, anotherLike(id));
    return { ...parcel, url: other === parcel.url ? withSegment(parcel.url) : other };
  },
  after: (signed, { composed }) => ({ ...signed, url: composed.url }),
};

function withSegment(text: string): string {
  const url = new URL(text);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/other`;
  return url.href;
}
