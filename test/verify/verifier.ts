/** How the requests of one profile are verified by code that is not ours: the provider's own library, or its documented formula. */
import type { JsonObject } from '../../simulator/json.ts';

/** A request as a receiver gets it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What is tried with every profile; the columns of `npm run verify-profiles`. */
export const CHECKS = [
  'plain',
  'unicode',
  'large',
  'rotation',
  'tampered',
  'wrong secret',
  'stale',
  'future',
] as const;

export type Check = (typeof CHECKS)[number];

export interface Verifier {
  /** Id of the profile. */
  readonly profile: string;
  /** The npm package as `test/vendor` installs it, or `node:crypto` where the provider has none that runs here. */
  readonly library: string;
  /**
   * True when the library takes the request for genuine; false, or any error, when it does not.
   * @param key the secret, or the public key where the provider signs with a private one
   */
  verify(request: Received, key: string): boolean | Promise<boolean>;
  /** Checks that mean nothing here although the scheme has what they try, each with the reason. */
  readonly notApplicable?: Readonly<Partial<Record<Check, string>>>;
  /** Set where the library accepts but one of two secrets that sign side by side; `newest` stands first in the header. */
  readonly rotationAccepts?: { readonly only: 'newest' | 'oldest'; readonly because: string };
  /** Puts text where the profile sends it on; as a field `note` of the event's data when unset. */
  readonly plant?: (data: JsonObject, text: string) => JsonObject;
  /** Changes something that is signed; a letter or digit at several places of the body when unset. */
  readonly tamper?: (request: Received) => readonly Received[];
}
