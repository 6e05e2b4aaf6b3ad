/**
 * What belongs to a run and not to its plan: real ids for labels, real instants for offsets. The same plan can be bound
 * again and again, so a receiver with a persistent database is attacked afresh each time.
 */
import { canaryValue, isCanaryKind } from './canary.ts';
import { isoInstant } from './clock.ts';
import type { Json, JsonObject } from './json.ts';
import { strangeLabel, type WebhookEvent } from './model.ts';
import { ownersOf, type Plan } from './plan.ts';
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
  /** Of owners; `cus_{base62:14}` when unset. */
  readonly owner?: string;
  /** Of children of objects; `itm_{base62:14}` when unset. */
  readonly part?: string;
}

const OWNER_SHAPE = 'cus_{base62:14}';
const PART_SHAPE = 'itm_{base62:14}';
/** For events of providers that give them no id: it tells our own records apart and is in no request. */
const UNSENT_SHAPE = 'unsent_{hex:32}';

/** Thrown when a shape cannot give every label an id of its own. */
export class TooFewIdsError extends RangeError {
  readonly of: keyof IdShapes;

  constructor(of: keyof IdShapes, shape: string) {
    super(`The shape "${shape}" has too few values for the ids of all ${of}s.`);
    this.name = 'TooFewIdsError';
    this.of = of;
  }
}

/** How often another id is tried for one label. */
const TRIES_MAX = 100;

/**
 * Real ids for every label of the plan, from the namespace and the label alone; only where a short shape makes an id that
 * is in `claimed` already, the next one is taken. Claims what it gives.
 * @throws TooFewIdsError
 */
export function realIds(
  plan: Plan,
  profile: Profile,
  shapes: IdShapes,
  namespace: string,
  claimed: Set<string> = new Set(),
): Record<string, string> {
  const eventShape = shapes.event ?? eventShapeOf(profile);
  const claim = (of: keyof IdShapes, shape: string, label: string): string => {
    for (let number = 1; number <= TRIES_MAX; number += 1) {
      const id = fillIdShape(shape, namespace, number === 1 ? label : `${label}#${number}`);
      if (claimed.has(id)) continue;
      claimed.add(id);
      return id;
    }
    throw new TooFewIdsError(of, shape);
  };
  return Object.fromEntries([
    ...plan.objects.map((object) => [object.id, claim('object', shapes.object, object.id)]),
    ...plan.events.map((event) => [event.id, claim('event', eventShape, event.id)]),
    ...plan.deliveries
      .filter((delivery) => delivery.alter !== undefined)
      .map(({ id }) => [strangeLabel(id), claim('event', eventShape, strangeLabel(id))]),
    ...ownersOf(plan).map((owner) => [owner, claim('owner', shapes.owner ?? OWNER_SHAPE, owner)]),
    ...(plan.parts ?? []).map((part) => [part, claim('part', shapes.part ?? PART_SHAPE, part)]),
  ]) as Record<string, string>;
}

function eventShapeOf({ eventIdShape }: Pick<Profile, 'eventIdShape'>): string {
  return eventIdShape === '' ? UNSENT_SHAPE : eventIdShape;
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
    fact: event.fact,
    objectId: realId(binding, event.objectId),
    occurredAt: isoInstant(binding.originMs + event.occurredAtMs),
    occurredAtMs: binding.originMs + event.occurredAtMs,
    data: bindPayload(binding, event.payload) as JsonObject,
    ...(event.body === undefined ? {} : { whole: event.body }),
  };
}

const PLACEHOLDER = /\{\{(at:|seconds:|milliseconds:)?([^{}]+)\}\}/g;
/** A whole text that stands for a number: an id of digits, an instant in seconds or milliseconds. */
const NUMBER = /^\{\{number:(.+)\}\}$/;

function bindPayload(binding: Binding, value: Json): Json {
  if (typeof value === 'string') {
    const numeric = NUMBER.exec(value)?.[1];
    if (numeric !== undefined) return Number(bindPayload(binding, `{{${numeric}}}`));
    return value.replace(PLACEHOLDER, (_, unit: string | undefined, name: string) => {
      const atMs = binding.originMs + Number(name);
      if (unit === 'at:') return isoInstant(atMs);
      if (unit === 'seconds:') return String(Math.floor(atMs / 1000));
      if (unit === 'milliseconds:') return String(atMs);
      const [what, kind = '', label = ''] = name.split(':');
      if (what === 'canary' && isCanaryKind(kind)) return canaryValue(kind, binding.namespace, label);
      return binding.fixed[name.replace(/^fixed\./, '')] ?? binding.ids[name] ?? `{{${name}}}`;
    });
  }
  if (Array.isArray(value)) return value.map((item: Json) => bindPayload(binding, item));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bindPayload(binding, item)]));
  }
  return value;
}
