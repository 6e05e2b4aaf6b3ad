/** Templates of a provider in plain data: its body and its headers, filled for one attempt. */
import { resolvePayload } from '../../scenarios/payload.ts';
import { isoInstant } from '../../simulator/clock.ts';
import type { JsonObject } from '../../simulator/json.ts';
import { jsonBody, type BoundEvent, type Dispatch } from '../../simulator/profiles/profile.ts';
import { fillTemplate, placeholdersOf } from '../template.ts';

const INSTANTS = ['occurredAt', 'sentAt'];
const UNITS = ['', '.seconds', '.milliseconds', '.secondsText', '.millisecondsText'];

/** What `envelope` and `headers` of a profile may name, beside the fields of the payload: `{data.amount}`. */
export const ENVELOPE_NAMES: readonly string[] = [
  'id',
  'type',
  'fact',
  'objectId',
  'attempt',
  'data',
  ...INSTANTS.flatMap((name) => UNITS.map((unit) => name + unit)),
];

/** The first placeholder of a template that means nothing. */
export function unknownIn(template: unknown, more: RegExp = /^$/): string | undefined {
  const text = typeof template === 'string' ? template : JSON.stringify(template);
  return placeholdersOf(text).find(
    (name) => !ENVELOPE_NAMES.includes(name) && !name.startsWith('data.') && !more.test(name),
  );
}

/** Standard Webhooks' own example, which most home-made envelopes look like. */
export const DEFAULT_ENVELOPE: JsonObject = {
  id: '{id}',
  type: '{type}',
  timestamp: '{occurredAt}',
  data: '{data}',
};

export function bodyOf(envelope: string | JsonObject, dispatch: Dispatch, kind: 'json' | 'form'): Uint8Array {
  const values = valuesOf(dispatch);
  const filled = typeof envelope === 'string' ? dispatch.events[0].data : resolvePayload(envelope, values);
  if (kind === 'json') return jsonBody(filled);
  const fields = Object.entries(filled).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Buffer.from(new URLSearchParams(fields).toString());
}

/** One header's value; `undefined` where a field of the payload that it names is not there. */
export function headerOf(template: string, dispatch: Dispatch): string | undefined {
  const values = valuesOf(dispatch);
  const names = placeholdersOf(template);
  if (names.some((name) => values[name] === undefined)) return undefined;
  const texts = names.map((name): [string, string] => {
    const value = values[name];
    return [name, typeof value === 'string' ? value : JSON.stringify(value)];
  });
  return fillTemplate(template, Object.fromEntries(texts));
}

function valuesOf({ events: [event], atMs, attempt }: Dispatch): JsonObject {
  const fields = Object.entries(event.data).map(([name, value]) => [`data.${name}`, value] as const);
  return {
    ...fieldsOf(event),
    attempt,
    ...instants('occurredAt', event.occurredAtMs),
    ...instants('sentAt', atMs),
    ...Object.fromEntries(fields),
  };
}

function fieldsOf({ id, type, fact, objectId, data }: BoundEvent): JsonObject {
  return { id, type, fact, objectId, data };
}

function instants(name: string, atMs: number): JsonObject {
  const seconds = Math.floor(atMs / 1000);
  const [iso, ...units] = [isoInstant(atMs), seconds, atMs, String(seconds), String(atMs)];
  return Object.fromEntries([iso, ...units].map((value, index) => [name + (UNITS[index] ?? ''), value]));
}
