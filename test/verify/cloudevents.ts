import type { Received, Verifier } from './verifier.ts';
import { vendorLibrary } from './vendor.ts';

interface Library {
  readonly HTTP: {
    /** Throws where the request is no event of the specification. */
    toEvent(message: { readonly headers: Received['headers']; readonly body: string }): {
      readonly id: string;
      readonly source: string;
      readonly type: string;
      readonly specversion: string;
      readonly time?: string;
      readonly data?: unknown;
      validate(): boolean;
    };
  };
}

/** The library reads and checks the event; the token of http-webhook.md is compared here. */
export function isCloudEvent({ headers, body }: Received, token: string): boolean {
  const { HTTP } = vendorLibrary('cloudevents') as Library;
  const event = HTTP.toEvent({ headers, body: body.toString() });
  const isWhole = event.validate() && typeof event.data === 'object' && event.time !== undefined;
  return isWhole && headers['authorization'] === `Bearer ${token}`;
}

export const cloudeventsVerifier: Verifier = {
  profile: 'cloudevents',
  library: 'cloudevents',
  verify: isCloudEvent,
};
