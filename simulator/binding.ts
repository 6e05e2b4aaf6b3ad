/**
 * What belongs to a run and not to its plan: real ids for labels, real instants for offsets. The same plan can be bound
 * again and again, so a receiver with a persistent database is attacked afresh each time.
 */
import { isoInstant } from './clock.ts';
import type { Json, JsonObject } from './json.ts';
import type { WebhookEvent } from './model.ts';
import type { Plan } from './plan.ts';
import type { BoundEvent, Profile } from './profiles/profile.ts';
import { fillIdShape } from './random.ts';

export interface Binding {
  readonly namespace: string;
  /** Wall milliseconds of the plan's origin. */
  readonly originMs: number;
  /** Labels of objects and events to real ids. */
  readonly ids: Readonly<Record<string, string>>;
  readonly fixed: Readonly<Record<string, string>>;
}

/** Shapes for ids, see `fillIdShape`. */
export interface IdShapes {
  readonly object: string;
  readonly event?: string;
}

/** Real ids for every label of the plan, from the namespace and the label alone. */
export function realIds(
  plan: Plan,
  profile: Profile,
  shapes: IdShapes,
  namespace: string,
): Record<string, string> {
  const eventShape = shapes.event ?? profile.eventIdShape;
  return Object.fromEntries([
    ...plan.objects.map((object) => [object.id, fillIdShape(shapes.object, namespace, object.id)]),
    ...plan.events.map((event) => [event.id, fillIdShape(eventShape, namespace, event.id)]),
  ]) as Record<string, string>;
}

/** The real id of a label; a label that the plan does not have is a bug. */
export function realId(binding: Binding, label: string): string {
  const id = binding.ids[label];
  if (id === undefined) throw new RangeError(`The plan has no "${label}".`);
  return id;
}

/** The event as it goes out. */
export function bindEvent(binding: Binding, event: WebhookEvent): BoundEvent {
  return {
    id: realId(binding, event.id),
    type: event.type,
    occurredAt: isoInstant(binding.originMs + event.occurredAtMs),
    data: bindPayload(binding, event.payload) as JsonObject,
  };
}

const PLACEHOLDER = /\{\{(at:)?([^{}]+)\}\}/g;

function bindPayload(binding: Binding, value: Json): Json {
  if (typeof value === 'string') {
    return value.replace(PLACEHOLDER, (_, at: string | undefined, name: string) => {
      if (at !== undefined) return isoInstant(binding.originMs + Number(name));
      return binding.fixed[name.replace(/^fixed\./, '')] ?? binding.ids[name] ?? `{{${name}}}`;
    });
  }
  if (Array.isArray(value)) return value.map((item: Json) => bindPayload(binding, item));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bindPayload(binding, item)]));
  }
  return value;
}
