/** How a provider signs: from a request as it was put together to the request as it leaves. Pure. */

/** One HTTP request, before or after it was signed. Header names as the provider writes them. */
export interface Parcel {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** `POST` when unset. */
  readonly method?: string;
  /** True when the body leaves in chunks, its length unsaid. */
  readonly chunked?: true;
}

export interface Signing {
  /** All of them sign: several during a rotation, the newest first. None: the request leaves unsigned. */
  readonly secrets: readonly string[];
  /** The id of the event, or of the delivery where the provider signs that. */
  readonly id: string;
  /** Of this attempt, in milliseconds since the Unix epoch. */
  readonly atMs: number;
  /** What a forger does otherwise; unset in genuine requests. */
  readonly forge?: Forgery;
}

export interface Forgery {
  /** What stands in place of each digest, in its text form; `null`: no signature at all. */
  readonly digest?: (digest: string) => string | null;
  /** Signed with a key of no bytes. */
  readonly emptyKey?: true;
  /** The label of the signature's version (`v1`) is this one. */
  readonly version?: string;
  /** The time that the request shows, whatever was signed; `null`: none. */
  readonly shownAtMs?: number | null;
}

/** What a signature covers: what is not covered, nobody can protect. */
export interface Coverage {
  readonly body: boolean;
  readonly id: boolean;
  readonly time: boolean;
  /** The URL, or something in its query. */
  readonly url: boolean;
  /** Set where some fields of the body are covered, and not the body: the sum of money and the type of the event are among them. */
  readonly fields?: true;
}

export interface Scheme {
  readonly id: string;
  /** `shared`: both sides know the secret; `keys`: the receiver has a public key; `token`: the secret itself travels; `none`. */
  readonly kind: 'shared' | 'keys' | 'token' | 'none';
  readonly covers: Coverage;
  /** How far the signature's time may be from the receiver's, in seconds; unset where there is no time, or no stated limit. */
  readonly toleranceSeconds?: number;
  /** True where the vendor's own libraries accept any time in the future. */
  readonly toleratesFuture?: true;
  /** True where several secrets sign side by side while one takes the place of the other. */
  readonly severalSecrets: boolean;
  /** `last` where the vendor's own library reads only the last of several signatures. */
  readonly libraryReads?: 'last';
  /** True where the signed time stands in the body and in no header. */
  readonly timeInBody?: true;
  /** The label of the signature's version, where it has one: `v1`. */
  readonly version?: string;
  /** Stands before every secret: `whsec_`. People paste secrets without it, too. */
  readonly keyPrefix?: string;
  /** True where the token stands in the query as well: what becomes of the header decides nothing. */
  readonly inQueryToo?: true;
  /** Headers that hold a signature or a token; none where it is in the body. */
  readonly signatureHeaders: readonly string[];
  sign(parcel: Parcel, signing: Signing): Parcel;
  /** What is wrong with a secret's form, in words that do not hold it; `undefined` when nothing is. */
  secretFault(secret: string): string | undefined;
  /** A secret of the right form, from 32 bytes. */
  secretOf(bytes: Uint8Array): string;
  /** What the receiver verifies with, where that is not the secret itself. */
  publicKey?(secret: string): string;
}
