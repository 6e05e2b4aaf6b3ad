/**
 * The append-only record of one play: everything that happened, as the provider, the receiver (through the provider API),
 * the harness and the observers saw it. Precedence is judged on indexes: an entry is appended before the deed for starts
 * and after it for ends, so that an interval never looks shorter than it was.
 */
import type { Json } from './json.ts';
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
      readonly attempt: number;
      readonly reason: DeliveryReason | 'real-gap';
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
  /** The receiver asked the provider for the truth: it may now know every fact up to the given instant. */
  | {
      readonly actor: 'receiver';
      readonly kind: 'truth-read';
      readonly objectId: string;
      readonly factIds: readonly string[];
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
  | {
      readonly actor: 'observer';
      readonly kind: 'observer-failed';
      readonly observer: string;
      readonly objectId: string;
      readonly message: string;
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
