/** Bodies that a provider once sent, with ours put in their places: text with `{{lost200.id}}` and the like. */
import type { Json } from './json.ts';
import { escapedJson } from './profiles/meta-whatsapp.ts';
import type { BoundEvent, Profile } from './profiles/profile.ts';

/** What a captured body may ask for, each as text; `{{lost200.number:id}}` alone in a text is a number. */
export const CAPTURED_NAMES = [
  'id',
  'objectId',
  'type',
  'seconds',
  'milliseconds',
  'instant',
  'second',
] as const;
export type CapturedName = (typeof CAPTURED_NAMES)[number];

export function capturedPlace(name: CapturedName, asNumber = false): string {
  return `{{lost200.${asNumber ? 'number:' : ''}${name}}}`;
}

const NUMBER = /^\{\{lost200\.number:(\w+)\}\}$/;
const TEXT = /\{\{lost200\.(\w+)\}\}/g;

/** The body with the event's own ids and instant in it. */
export function fillCaptured(body: Json, event: BoundEvent): Json {
  const values = valuesOf(event);
  const fill = (value: Json): Json => {
    if (typeof value === 'string') {
      const numeric = NUMBER.exec(value)?.[1];
      if (numeric !== undefined) return Number(values[numeric]);
      return value.replace(TEXT, (found, name: string) => values[name] ?? found);
    }
    if (Array.isArray(value)) return value.map((item: Json) => fill(item));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]));
  };
  return fill(body);
}

/** `instant` and `second` are ISO 8601 without a zone, to the millisecond and to the second. */
function valuesOf({
  id,
  objectId,
  type,
  occurredAtMs,
  occurredAt,
}: BoundEvent): Readonly<Record<string, string>> {
  const named: Readonly<Record<CapturedName, string>> = {
    id,
    objectId,
    type,
    seconds: String(Math.floor(occurredAtMs / 1000)),
    milliseconds: String(occurredAtMs),
    instant: occurredAt.replace(/Z$/, ''),
    second: occurredAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length),
  };
  return named;
}

/** The same profile, but for single events that have a captured body: these go out with it. */
export function withCapturedBodies(profile: Profile): Profile {
  return {
    ...profile,
    compose: (dispatch) => {
      const parcel = profile.compose(dispatch);
      const [event, ...more] = dispatch.events;
      if (event.whole === undefined || more.length > 0) return parcel;
      const body = fillCaptured(event.whole, event);
      return {
        ...parcel,
        body: Buffer.from(profile.escapesUnicode === true ? escapedJson(body) : JSON.stringify(body)),
      };
    },
  };
}
