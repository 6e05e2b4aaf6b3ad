/** HubSpot, version 3: base64 HMAC-SHA256 of method, URL, body and time in milliseconds, some escapes of the URL undone. */
import { hmacScheme } from './hmac.ts';
import type { Scheme } from './scheme.ts';

const byUrl = hmacScheme('hubspot-v3', {
  algorithm: 'sha256',
  encoding: 'base64',
  signs: '{method}{url}{body}{timestamp}',
  headers: { 'X-HubSpot-Signature-v3': '{signatures}', 'X-HubSpot-Request-Timestamp': '{timestamp}' },
  timestamp: 'milliseconds',
  toleranceSeconds: 300,
  toleratesFuture: true,
});

/** The escapes that HubSpot undoes before it signs: of `: / ? @ ! $ ' ( ) * , ;` (its documentation, "Validating requests"). */
const UNDONE = /%(?:3a|2f|3f|40|21|24|27|28|29|2a|2c|3b)/gi;

export const hubspotScheme: Scheme = {
  ...byUrl,
  sign: (parcel, signing) => {
    const url = parcel.url.replace(UNDONE, (escape) => decodeURIComponent(escape));
    return { ...byUrl.sign({ ...parcel, url }, signing), url: parcel.url };
  },
};
