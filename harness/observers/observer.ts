/** A view of the receiver's own state. Each observer is one place to look from; verdicts are never mixed between places. */
import type { SeenEffect } from '../../simulator/history.ts';

/** Real ids of what is to be looked at. */
export interface Subject {
  readonly objectId: string;
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
  /** The object's state as the receiver names it, or `null` when it has no such object. Absent: cannot see states. */
  readonly readState?: (subject: Subject, signal: AbortSignal) => Promise<string | null>;
  /** Every effect of the object that has happened, one element each. Absent: cannot see effects. */
  readonly readEffects?: (subject: Subject, signal: AbortSignal) => Promise<readonly SeenEffect[]>;
  /** Whether effects are asked for event by event, so that none can hide behind another, or once for the whole object. */
  readonly readsEffectsBy: 'event' | 'object';
  close(): Promise<void>;
}
