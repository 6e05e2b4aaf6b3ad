import { vendorLibrary } from './vendor.ts';
import type { Verifier } from './verifier.ts';

interface Library {
  readonly hmacValidator: new () => { validateHMAC(item: object, key: string): boolean };
}

interface Envelope {
  readonly notificationItems: readonly { readonly NotificationRequestItem: object }[];
}

export const adyenVerifier: Verifier = {
  profile: 'adyen',
  library: '@adyen/api-library',
  verify: ({ body }, key) => {
    const { hmacValidator } = vendorLibrary('@adyen/api-library') as Library;
    const validator = new hmacValidator();
    const { notificationItems } = JSON.parse(body.toString()) as Envelope;
    return (
      notificationItems.length > 0 &&
      notificationItems.every((item) => validator.validateHMAC(item.NotificationRequestItem, key))
    );
  },
};
