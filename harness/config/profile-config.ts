/** A provider in plain data: a built-in profile with parts of it changed, or one of the user's own. */
import type { JsonObject } from '../../simulator/json.ts';
import type { QueueMode } from '../../simulator/profiles/profile.ts';

/** Milliseconds as a number, or text with a unit: `5s`, `10m`, `2h`, `3d`. The provider's clock is virtual: any length will do. */
export type ProviderTime = number | string;

/** Single ones, or a hundred at once: `201`, `2xx`. */
export type Statuses = number | string | readonly (number | string)[];

/** The words of `HmacDescription`, but for `tolerance`. What is left out is as in the profile that is extended, where that signs so. */
export interface HmacConfig {
  readonly algorithm?: 'sha1' | 'sha256' | 'sha512' | undefined;
  readonly encoding?: 'hex' | 'base64' | undefined;
  readonly signs?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly entry?: string | undefined;
  readonly separator?: string | undefined;
  readonly version?: string | undefined;
  readonly timestamp?: 'seconds' | 'milliseconds' | undefined;
  readonly key?: 'text' | 'base64' | 'hex' | undefined;
  readonly keyPrefix?: string | undefined;
  readonly tolerance?: ProviderTime | undefined;
}

export interface TokenConfig {
  readonly header: string;
  /** `Bearer {secret}`; the secret alone when left out. */
  readonly as?: string | undefined;
}

/** Exactly one of the two. */
export interface SignatureConfig {
  readonly hmac?: HmacConfig | undefined;
  readonly token?: TokenConfig | undefined;
}

export interface ProfileConfig {
  /** Id of a built-in profile; left out: everything is said here. */
  readonly extends?: string | undefined;
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly retry?:
    | {
        /** The waits between attempts: one more attempt than waits. */
        readonly delays?: readonly ProviderTime[] | undefined;
        /** How far each wait may be off, as a share of it: 0.2 is ±20 %. */
        readonly jitter?: number | undefined;
      }
    | undefined;
  readonly timeout?: ProviderTime | undefined;
  /** What counts as taken. */
  readonly success?: Statuses | undefined;
  /** After which the provider sends this endpoint nothing more. */
  readonly disables?: Statuses | undefined;
  /** After which the provider does not try this delivery again. */
  readonly givesUp?: Statuses | undefined;
  /** The shape of its event ids: `evt_{base62:24}`. */
  readonly eventId?: string | undefined;
  /** By name; `null`: not sent. Placeholders as in `envelope`, and `{header.<name>}` for what would have been sent under another name. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  readonly signature?: 'none' | SignatureConfig | undefined;
  /** The body: a template, or `{data}` for the lifecycle's payload alone. */
  readonly envelope?: string | JsonObject | undefined;
  /** `form`: sent as a form, each key of the envelope a field. */
  readonly body?: 'json' | 'form' | undefined;
  readonly queue?: QueueMode | undefined;
}

/** A JSONPath, or several: where the captured body has it. */
export type Places = string | readonly string[];

/** A body that the user's provider once sent, for one kind of event. */
export interface FixtureConfig {
  readonly file: string;
  /** The fact of the lifecycle that it announces, or the type of its events; left out: the type that stands in it. */
  readonly fact?: string | undefined;
  readonly type?: string | undefined;
  /** Where ours are put in; left out: where the profile's own body has them. `false`: nowhere. */
  readonly id?: Places | false | undefined;
  readonly object?: Places | false | undefined;
  readonly status?: Places | false | undefined;
  readonly time?: Places | false | undefined;
  /** A JSON Schema (draft-07) that every body of this kind is checked with before the run. */
  readonly schema?: string | undefined;
}
