/** Where a profile's own body has the id, the object, the state and the time: looked for in one that is made of values nobody else has. */
import type { Json } from '../../simulator/json.ts';
import { factRule, type Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import { sampleDispatch, sampleEvent } from './sample-event.ts';

/** JSONPaths. */
export interface OwnPlaces {
  readonly id: readonly string[];
  readonly object: readonly string[];
  readonly status: readonly string[];
  readonly time: readonly string[];
}

const EVENT_ID = '701234509876';
const OBJECT_ID = '702345610987';
const STATE = 'lost200-state';
/** A whole second, so that it is found in every form. */
const ORIGIN_MS = Date.UTC(2031, 4, 6, 7, 8, 9);

export function placesIn(profile: Profile, lifecycle: Lifecycle, fact: string): OwnPlaces {
  const none = { id: [], object: [], status: [], time: [] };
  if (profile.bodyKind === 'form') return none;
  const marked: Lifecycle = {
    ...lifecycle,
    facts: { ...lifecycle.facts, [fact]: { ...factRule(lifecycle, fact), state: STATE } },
  };
  const ids = { eventId: EVENT_ID, objectId: OBJECT_ID };
  const event = sampleEvent(marked, fact, { ...ids, atMs: ORIGIN_MS });
  const parcel = profile.compose(sampleDispatch(event, ORIGIN_MS - 86_400_000));
  const leaves = leavesOf(JSON.parse(Buffer.from(parcel.body).toString()) as Json);
  const where = (is: (value: Json) => boolean): readonly string[] =>
    leaves.filter(([, value]) => is(value)).map(([path]) => path);
  return {
    id: where((value) => isId(value, EVENT_ID)),
    object: where((value) => isId(value, OBJECT_ID)),
    status: where((value) => value === STATE),
    time: where((value) => isInstant(value, ORIGIN_MS)),
  };
}

function isId(value: Json, id: string): boolean {
  return value === id || value === Number(id);
}

function isInstant(value: Json, atMs: number): boolean {
  if (typeof value === 'number') return value === atMs || value === atMs / 1000;
  if (typeof value !== 'string') return false;
  return value === String(atMs) || value === String(atMs / 1000) || Date.parse(value) === atMs;
}

function leavesOf(value: Json, path = '$'): readonly (readonly [string, Json])[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => leavesOf(item, `${path}[${index}]`));
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, `${path}['${key}']`));
}
