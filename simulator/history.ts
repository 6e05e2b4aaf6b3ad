/**
 * The append-only record of one play: everything that happened, as the provider, the receiver (through the provider API),
 * the harness and the observers saw it. Precedence is judged on indexes: an entry is appended before the deed for starts
 * and after it for ends, so that an interval never looks shorter than it was.
 */
import type { Json, JsonObject } from './json.ts';
import type { DeliveryReason, DeliveryState, Recorded, Reply } from './model.ts';

export const HISTORY_VERSION = 1;

export type Phase = 'arrange' | 'calm' | 'storm' | 'heal' | 'settle' | 'final';

/** An effect as an observer saw it. Ids are the receiver's real ones. */
export interface SeenEffect {
  readonly kind: string;
  readonly eventId?: string;
  readonly objectId?: string;
  /** Calls with one idempotency key are one effect. */
  readonly key?: string;
  /** Where the effect is a row or a call of the receiver's: what it held, by column or field, as text. Shown as evidence. */
  readonly row?: Readonly<Record<string, string | null>>;
}

export type HistoryEvent =
  /** An attempt begins: nothing of it is on the wire yet. */
  | {
      readonly actor: 'provider';
      readonly kind: 'attempt-started';
      readonly attemptId: string;
      readonly deliveryId: string;
      readonly eventId: string;
      /** Further events in the same request. */
      readonly also?: readonly string[];
      readonly attempt: number;
      readonly reason: DeliveryReason | 'real-gap';
      /** Id of the delivery's alteration, and what it makes of this attempt; `as` is unset where the attempt is as always. */
      readonly altered?: string;
      readonly as?: 'forgery' | 'oddity' | 'poison';
    }
  /** Its last byte has left. */
  | { readonly actor: 'provider'; readonly kind: 'attempt-sent'; readonly attemptId: string }
  /** What really came back (for a give-up with an open socket there is a second one, `late`). */
  | {
      readonly actor: 'provider';
      readonly kind: 'attempt-replied';
      readonly attemptId: string;
      readonly reply: Reply;
      readonly late?: true;
    }
  /** What the provider believes, and when it will try again (virtual milliseconds). */
  | {
      readonly actor: 'provider';
      readonly kind: 'attempt-recorded';
      readonly attemptId: string;
      readonly recorded: Recorded;
      readonly nextAtMs?: number;
    }
  | {
      readonly actor: 'provider';
      readonly kind: 'delivery-ended';
      readonly deliveryId: string;
      readonly state: Exclude<DeliveryState, 'pending'>;
      readonly attempts: number;
    }
  | {
      readonly actor: 'provider';
      readonly kind: 'fault';
      readonly fault: string;
      readonly deliveryIds: readonly string[];
      readonly attemptId?: string;
    }
  /** What came back to a handshake, and what is wrong with it, if anything. */
  | {
      readonly actor: 'provider';
      readonly kind: 'handshake';
      readonly handshake: string;
      readonly reply: Reply;
      readonly problem?: string;
    }
  /** The receiver asked the provider for the truth: it may now know every fact up to the given instant. */
  | {
      readonly actor: 'receiver';
      readonly kind: 'truth-read';
      readonly objectId: string;
      readonly factIds: readonly string[];
    }
  /** The receiver called a service of ours about the object: appended when the call was there whole, before its answer. */
  | {
      readonly actor: 'receiver';
      readonly kind: 'called';
      readonly callId: string;
      /** Who took the call, and sees it as an effect. */
      readonly observer: string;
      readonly objectId: string;
      /** Events of the object that the call names. */
      readonly eventIds: readonly string[];
      /** The effect's kind. */
      readonly call: string;
      /** The nth call about the object. */
      readonly number: number;
      /** The idempotency key. */
      readonly key?: string;
      /** What goes wrong with the answer, on purpose. */
      readonly fault?: string;
      /** True when nothing was done: the call was refused. */
      readonly refused?: true;
      /** True when it was done and the answer never left us. */
      readonly lost?: true;
    }
  /** The receiver went away before it had the answer to that call. */
  | {
      readonly actor: 'receiver';
      readonly kind: 'call-abandoned';
      readonly callId: string;
      readonly objectId: string;
    }
  /** One read of an object's state; `startIndex` is the history's length when it began. `null`: no such object. */
  | {
      readonly actor: 'observer';
      readonly kind: 'state';
      readonly observer: string;
      readonly objectId: string;
      readonly startIndex: number;
      readonly state: string | null;
    }
  /** One read of an object's effects, all kinds and events of it. */
  | {
      readonly actor: 'observer';
      readonly kind: 'effects';
      readonly observer: string;
      readonly objectId: string;
      readonly startIndex: number;
      readonly effects: readonly SeenEffect[];
    }
  /** One read of an object's values; ids and instants of the plan as in payloads: `{{o1}}`, `{{at:2000}}`. `null`: no such object. */
  | {
      readonly actor: 'observer';
      readonly kind: 'values';
      readonly observer: string;
      readonly objectId: string;
      readonly startIndex: number;
      readonly values: JsonObject | null;
    }
  /** What a check of the user's found of an object at the end; `failed`: why it could not say. */
  | {
      readonly actor: 'control';
      readonly kind: 'checked';
      readonly check: string;
      readonly objectId: string;
      readonly differences: readonly {
        readonly key: string;
        readonly expected: string;
        readonly actual: string;
      }[];
      readonly failed?: string;
    }
  | {
      readonly actor: 'observer';
      readonly kind: 'observer-failed';
      readonly observer: string;
      readonly objectId: string;
      readonly message: string;
    }
  /**
   * A line of the receiver's output shows the id of an event (noted once), or what should not be there. The excerpt is without
   * secrets and signatures, planted data is masked. `field` names the planted datum.
   */
  | {
      readonly actor: 'observer';
      readonly kind: 'log';
      readonly found: 'event-id' | 'secret' | 'signature' | 'personal-data';
      readonly objectId?: string;
      readonly eventId?: string;
      readonly attemptId?: string;
      readonly field?: string;
      readonly excerpt: string;
    }
  /** The receiver has ended, and its output with it: what all of it came to in this run, from the first request on. */
  | {
      readonly actor: 'observer';
      readonly kind: 'log-end';
      readonly lines: number;
      /** Lines that speak of a webhook: by the id or type of its event, the id of its object or planted data. */
      readonly about: number;
      /** Events that the receiver acknowledged in this run, the calm check included. */
      readonly events: number;
      /** True when nothing can have been lost in a buffer: the receiver ended by itself, with exit code 0. */
      readonly whole: boolean;
      /** True when lines were seen to come as they are printed. */
      readonly prompt: boolean;
      /** Wall milliseconds at which the receiver was asked to end. */
      readonly endedMs: number;
      /** Set where the provider gives its events no id that could be printed. */
      readonly nameless?: true;
    }
  | { readonly actor: 'control'; readonly kind: 'phase' }
  | { readonly actor: 'control'; readonly kind: 'receiver-exited'; readonly detail: string }
  | { readonly actor: 'control'; readonly kind: 'interrupted' }
  | { readonly actor: 'control'; readonly kind: 'note'; readonly note: string; readonly values?: Json };

export type HistoryEntry = HistoryEvent & {
  readonly index: number;
  readonly virtualMs: number;
  readonly wallMs: number;
  readonly phase: Phase;
};

export interface HistoryHeader {
  readonly historyVersion: typeof HISTORY_VERSION;
  readonly runId: string;
  readonly startedAt: string;
}

/** The port that entries go to while they happen; a `History` is one. */
export interface HistorySink {
  append(entry: HistoryEvent): void;
}

/** Where the clock readings of an entry come from. */
export interface Stamp {
  virtualMs(): number;
  wallMs(): number;
}

export class History implements HistorySink {
  readonly #entries: HistoryEntry[] = [];
  readonly #stamp: Stamp;
  readonly #redact: (entry: HistoryEvent) => HistoryEvent;
  #phase: Phase = 'arrange';

  /** `redact` takes out of an entry's free text what must not be kept. */
  constructor(stamp: Stamp, redact: (entry: HistoryEvent) => HistoryEvent = (entry) => entry) {
    this.#stamp = stamp;
    this.#redact = redact;
  }

  get entries(): readonly HistoryEntry[] {
    return this.#entries;
  }

  get length(): number {
    return this.#entries.length;
  }

  get phase(): Phase {
    return this.#phase;
  }

  append(entry: HistoryEvent): void {
    this.#entries.push({
      index: this.#entries.length,
      virtualMs: this.#stamp.virtualMs(),
      wallMs: this.#stamp.wallMs(),
      phase: this.#phase,
      ...this.#redact(entry),
    });
  }

  enter(phase: Phase): void {
    this.#phase = phase;
    this.append({ actor: 'control', kind: 'phase' });
  }
}

/** One line of NDJSON. */
export function serializeEntry(entry: HistoryEntry | HistoryHeader): string {
  return `${JSON.stringify(entry)}\n`;
}
