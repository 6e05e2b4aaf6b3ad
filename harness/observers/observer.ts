/** A view of the receiver's own state. Each observer is one place to look from; verdicts are never mixed between places. */
import type { Sentence } from '../../reports/run-report.ts';
import type { SeenEffect } from '../../simulator/history.ts';
import type { Json, JsonObject } from '../../simulator/json.ts';

/** Real ids of what is to be looked at. */
export interface Subject {
  readonly objectId: string;
  /** Of the object's owner, where the lifecycle's objects have one. */
  readonly ownerId?: string;
  /** Real ids of all events of the object, in the order of their facts. */
  readonly eventIds: readonly string[];
  /** Values fixed by the user's config, for templates: `{fixed.customer}`. */
  readonly fixed: Readonly<Record<string, string>>;
}

/**
 * What an observer of the user's says. Reads reject with an error whose message says what was asked, what came back and
 * what was expected instead; the harness records it and judges `unknown`, never a pass or a failure.
 */
export interface Observer {
  readonly name: string;
  /**
   * In whose words it speaks: the lifecycle's kinds and states, or the receiver's own (tables, routes), whose meaning the calm
   * check learns. Unset: the lifecycle's.
   */
  readonly speaks?: 'lifecycle' | 'receiver';
  /** The object's state as the receiver names it, or `null` when it has no such object. Absent: cannot see states. */
  readonly readState?: (subject: Subject, signal: AbortSignal) => Promise<string | null>;
  /** Every effect of the object that has happened, one element each. Absent: cannot see effects. */
  readonly readEffects?: (subject: Subject, signal: AbortSignal) => Promise<readonly SeenEffect[]>;
  /** Values of the object by the lifecycle's names, or `null` when there is no such object. Absent: cannot see values. */
  readonly readValues?: (subject: Subject, signal: AbortSignal) => Promise<JsonObject | null>;
  /** Whether effects are asked for event by event, so that none can hide behind another, or once for the whole object. */
  readonly readsEffectsBy: 'event' | 'object';
  /** Reads that are asked for together are answered together: no need to ask a few at a time. */
  readonly batches?: true;
  /** The next read sees everything anew: called before the final reads. */
  refresh?(): void;
  /** For observers of rows, at the end of the calm check, once: what the rows mean. Until then `readState` is `null`. */
  learn?(samples: readonly Sample[]): Learned;
  close(): Promise<void>;
}

/** What an observer's rows were like at one moment of the calm check. */
export interface Sample {
  readonly objectId: string;
  /** The facts that the object has lived through, oldest first, each with its event; none before the first. */
  readonly facts: readonly {
    readonly fact: string;
    readonly eventId: string;
    readonly type: string;
    readonly status: string;
    /** The event's `data` as it was sent. */
    readonly payload: Json;
  }[];
  /** How often all these events had been delivered again, one after another, when the sample was taken. */
  readonly repeats: number;
  /** As `readEffects` gave them. */
  readonly effects: readonly SeenEffect[];
}

export interface Learned {
  /** The state that an object's rows show; `null`: none. */
  stateOf(effects: readonly SeenEffect[]): string | null;
  /** Kinds that are the receiver's own book-keeping: seen, but no effects. With the reason, for people. */
  readonly ignored: Readonly<Record<string, Sentence>>;
  /** Kinds of which nothing says whether a row too many or too few is a mistake: such a difference is undecided, and why. */
  readonly doubts: Readonly<Record<string, { readonly because: Sentence; readonly remedy: Sentence }>>;
  /** What was looked at, for people: tables judged, tables not judged and why. */
  readonly notes: readonly Sentence[];
  /** What the config names and nothing came of. */
  readonly warnings?: readonly Sentence[];
}
