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
  // Eight fields are signed, not the body as such.
  tamper: (request) => {
    const fields = ['pspReference', 'merchantReference', 'value', 'currency', 'eventCode', 'success'];
    return fields.map((field) => {
      const text = request.body
        .toString()
        .replace(
          new RegExp(`("${field}"\\s*:\\s*"?)(.)`),
          (_, before: string, first: string) => before + (first === '7' ? '8' : '7'),
        );
      return { ...request, body: Buffer.from(text) };
    });
  },
};
