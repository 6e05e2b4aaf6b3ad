/** What a user's module exports for `observe.module`: types for whoever writes one. */
import type { Json } from '../../simulator/json.ts';
import type { Subject } from './observer.ts';

/** What the exported function is given. */
export interface ObserverModuleContext {
  /** The run's namespace: fresh in every run. */
  readonly namespace: string;
  /** The receiver's port, when lost200 started it. */
  readonly port?: number;
  /** As the config has them, with the environment's values in place of `${NAME}`; `{}` when there are none. */
  readonly options: Readonly<Record<string, Json>>;
}

/**
 * What the exported function returns or resolves with: at least one of `state`, `effects` and `values`. Reads have five seconds, after
 * which the signal aborts; one that throws has not been made.
 */
export interface ObserverModule {
  /** The object's state as the receiver names it, or `null` when it has no such object. */
  state?(subject: Subject, signal: AbortSignal): unknown;
  /** Every effect of the object's events as `{ kind, eventId?, objectId?, key? }`; `[]` when there are none. */
  effects?(subject: Subject, signal: AbortSignal): unknown;
  /** Values of the object by the lifecycle's names, or `null` when there is no such object. */
  values?(subject: Subject, signal: AbortSignal): unknown;
  /** `event`: `effects` is called once for each event, with one id in `eventIds`. Default: `object`. */
  readonly effectsBy?: 'object' | 'event';
  /** Called once, at the end of the run. */
  close?(): unknown;
}

/** The default export, or a named one. */
export type CreateObserverModule = (
  context: ObserverModuleContext,
) => ObserverModule | Promise<ObserverModule>;
