/**
 * The script of one run, as plain JSON: playable without the seed that made it, equal byte for byte whatever the
 * namespace and the date. Everything deliberate is a step, `{ when, do }`; all else is what a provider does anyway.
 */
import type { Fault } from './faults/fault.ts';
import type { Lifecycle } from './lifecycles/lifecycle.ts';
import type { Fact, PlannedDelivery, WebhookEvent } from './model.ts';
import type { Basis, RetryPolicy } from './retry-policy.ts';

export const PLAN_VERSION = 1;

/**
 * When a step is due. `attempt` counts from 1; `sent` is before the first byte, `recorded` after the provider noted the outcome.
 * `call` is the nth call of the receiver's to a service of ours that is about the object, counted from 1.
 */
export type Trigger =
  | {
      readonly kind: 'attempt';
      readonly deliveryId: string;
      readonly attempt: number;
      readonly edge: 'sent' | 'replied' | 'recorded';
    }
  | { readonly kind: 'virtual-time'; readonly atMs: number }
  | { readonly kind: 'call'; readonly objectId: string; readonly call: number };

export interface Step {
  readonly when: Trigger;
  readonly do: Fault;
}

export interface PlannedObject {
  readonly id: string;
  /** The clean object that every plan ends with, to see that the receiver is still there. */
  readonly probe?: true;
  /** Label of the owner, where the lifecycle's objects have one. */
  readonly owner?: string;
}

export interface Plan {
  readonly planVersion: typeof PLAN_VERSION;
  readonly scenario: {
    readonly id: string;
    readonly title: string;
    readonly requirement: 'must' | 'should';
    /** Ids of the hazards that the plan is for: a case whose hazards did not happen is skipped. */
    readonly hazards: readonly string[];
    readonly needs: readonly string[];
  };
  readonly seed: string;
  readonly profile: string;
  readonly timeoutMs: number;
  readonly timeoutBasis: Basis;
  readonly retryPolicy: RetryPolicy;
  readonly lifecycle: Lifecycle;
  /** Labels whose real values the user's config fixes (a known customer, a tenant). */
  readonly fixed: readonly string[];
  readonly objects: readonly PlannedObject[];
  /** Labels of the children of objects: items, tracking numbers. */
  readonly parts?: readonly string[];
  /** Ids of handshakes, see `simulator/handshakes/`: what the provider asks before it delivers anything. */
  readonly handshakes?: readonly string[];
  readonly facts: readonly Fact[];
  readonly events: readonly WebhookEvent[];
  readonly deliveries: readonly PlannedDelivery[];
  readonly steps: readonly Step[];
}

/** The plan's one and only text form. */
export function serializePlan(plan: Plan): string {
  return `${JSON.stringify(plan, null, 1)}\n`;
}

/** Labels of the owners of the plan's objects, each once. */
export function ownersOf(plan: Plan): readonly string[] {
  return [...new Set(plan.objects.flatMap((object) => object.owner ?? []))];
}

/** The instant of the last fact, in milliseconds since the plan's origin: a run anchors it to its own now. */
export function lastFactMs(plan: Plan): number {
  return plan.facts.reduce((last, fact) => Math.max(last, fact.occurredAtMs), 0);
}
