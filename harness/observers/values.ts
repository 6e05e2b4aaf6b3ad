/** What the templates of observers may name. */
import type { TemplateValues } from '../template.ts';
import type { Observer, Subject } from './observer.ts';

export interface ObserverContext {
  /** The sink of the receiver's outgoing calls, when there is one. */
  readonly sink?: Observer;
  /** The run's namespace, for `{namespace}`. */
  readonly namespace: string;
  /** The receiver's port, for `{port}`, when lost200 started it. */
  readonly port?: number;
  /** Ends the wait for an observer that has to be started. */
  readonly signal?: AbortSignal;
}

export function valuesOf(subject: Subject, context: ObserverContext, eventId?: string): TemplateValues {
  const fixed = Object.entries(subject.fixed).map(([name, value]) => [`fixed.${name}`, value]);
  return {
    ...(Object.fromEntries(fixed) as TemplateValues),
    objectId: subject.objectId,
    ...(subject.ownerId !== undefined && { ownerId: subject.ownerId }),
    namespace: context.namespace,
    ...(context.port !== undefined && { port: String(context.port) }),
    ...(eventId !== undefined && { eventId }),
  };
}
