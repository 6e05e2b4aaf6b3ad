/**
 * A request that is not what the provider would have sent: forged, genuine but oddly written, or genuine and indigestible. A
 * delivery of a plan names at most one; every attempt of it is altered.
 */
import type { Endpoint } from '../model.ts';
import type { BoundEvent, Dispatch, Profile } from '../profiles/profile.ts';
import type { Parcel, Signing } from '../signing/scheme.ts';

/**
 * `forgery`: whoever sent it was not the provider; it must change nothing. `oddity`: the provider's, and a receiver that works
 * with bytes does not notice. `poison`: the provider's, and nobody can do much with it; it must not hurt what comes after it.
 */
export type AlterationKind = 'forgery' | 'oddity' | 'poison';

/** True where a receiver may refuse it, or pass it over, and be right: nothing is owed to it for certain. */
export function mayBeRefused({ kind, expects, tolerates }: Alteration): boolean {
  return kind !== 'oddity' || expects !== 'taken' || tolerates === 'unknown-type';
}

/** Where in a request with several events. */
export type BatchPosition = 'first' | 'middle' | 'last';

/** The index of that position among `length` events. */
export function indexOfPosition(position: BatchPosition, length: number): number {
  if (position === 'first') return 0;
  return position === 'last' ? length - 1 : Math.floor(length / 2);
}

/** What is at hand while a request is altered. */
export interface Workshop {
  readonly profile: Profile;
  readonly endpoint: Endpoint;
  readonly dispatch: Dispatch;
  /** The request as the provider would have signed it. */
  readonly composed: Parcel;
  /** The last genuine request that announced the same event, as it left; unset before there is one. */
  readonly captured?: Parcel;
  /** A secret of the right form that neither side has. */
  readonly strangeSecret: string;
  /** Another id of the form of the event's. */
  readonly strangeId: string;
}

export interface Alteration {
  /** `wrong-secret`; its scenario is `<group>/<id>`. */
  readonly id: string;
  readonly kind: AlterationKind;
  /** The folder of its scenario: `forged`, `odd`, `rotation`, `poison`, `batches`. */
  readonly group: string;
  /** What happens, as a sentence: "The signature is missing". */
  readonly title: string;
  /** Where this happens in real life: a bug report, a provider's documentation, an article. */
  readonly because: string;
  /** `should` where a receiver cannot know better, or where nothing is lost. */
  readonly requirement: 'must' | 'should';
  /** What the profile or the endpoint must have for it to mean anything, see `profileCapabilities`. */
  readonly needs: readonly string[];
  /**
   * Of oddities: `taken`: a receiver that refuses it refuses the provider. `either`: it may be refused with 4xx as well.
   */
  readonly expects?: 'taken' | 'either';
  /** Set where the provider may send this any day, and a receiver that knows nothing of it should answer 2xx. */
  readonly tolerates?: 'unknown-type' | 'unknown-fields';
  /** Of poison: only this one of the events of a request is bad, the others are as always. Unset: the whole request. */
  readonly spoils?: BatchPosition;
  /** True when the first attempt is as always, and only repeats are altered: the first one is answered, and the answer lost. */
  readonly fromSecondAttempt?: true;
  /** True when it needs a genuine delivery of the same event before it. */
  readonly afterGenuine?: true;
  /** Of forgeries: the signature is right, so that only effects tell whether it was believed: nobody has to answer 4xx. */
  readonly rightlySigned?: true;
  /** The events, before the request is put together. */
  events?(
    events: Dispatch['events'],
    workshop: Omit<Workshop, 'composed'>,
  ): readonly [BoundEvent, ...BoundEvent[]];
  /** The request, before it is signed. */
  compose?(parcel: Parcel, workshop: Workshop): Parcel;
  /** With what, and over what time, it is signed. */
  signing?(signing: Signing, workshop: Workshop): Signing;
  /** The request, after it was signed. */
  after?(signed: Parcel, workshop: Workshop): Parcel;
}
