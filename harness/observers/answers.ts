/** What observers written by users answer, checked as strictly as the answer of a route. */
import type { SeenEffect } from '../../simulator/history.ts';
import type { JsonObject } from '../../simulator/json.ts';
import { excerpt } from '../http-call.ts';
import { effectOf } from './effect-row.ts';
import type { Subject } from './observer.ts';

const EFFECTS_MAX = 10_000;

/**
 * The state in an answer; `null` means that there is no such object. `what` names what was asked.
 * @throws Error for anything but text, a number, true, false or `null`
 */
export function stateFrom(value: unknown, what: string): string | null {
  if (value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new Error(
    `Expected a state (text, number or true/false), or null when there is no such object, of ${what}, got ${shown(value)}`,
  );
}

/**
 * The values in an answer, by the lifecycle's names; `null` means that there is no such object.
 * @throws Error for anything but an object or `null`
 */
export function valuesFrom(value: unknown, what: string): JsonObject | null {
  if (value === null) return null;
  if (typeof value === 'object' && !Array.isArray(value)) {
    // A module's values are whatever its language has (dates, big numbers); what is judged is JSON.
    const text = textOf(value);
    if (text !== undefined) return JSON.parse(text) as JsonObject;
  }
  throw new Error(
    `Expected an object with values by name, or null when there is no such object, of ${what}, got ${shown(value)}`,
  );
}

/** `undefined`: it cannot be written as JSON. */
function textOf(value: object): string | undefined {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' && text.startsWith('{') ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The effects in an answer. `askedEventId`: when only one event was asked about.
 * @throws Error for anything but a list of at most 10,000 effects of that object and event
 */
export function effectsFrom(
  value: unknown,
  subject: Subject,
  askedEventId: string | undefined,
  what: string,
): readonly SeenEffect[] {
  const expected = `Expected a list of effects { kind, eventId?, objectId?, key? } of ${what} (empty when there are none)`;
  if (!Array.isArray(value)) throw new Error(`${expected}, got ${shown(value)}`);
  if (value.length > EFFECTS_MAX) throw new Error(`${expected}, got ${value.length} of them`);
  return value.map((row: unknown, index) => {
    const effect = effectOf(row, subject, askedEventId);
    if (!('fault' in effect)) return effect;
    throw new Error(`${expected}, but element ${index} ${effect.fault}: ${shown(row)}`);
  });
}

/** A value of somebody else's in an error message, on one line, cut off where it is long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing (undefined)';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  try {
    return excerpt(JSON.stringify(value));
  } catch {
    return 'something that is no JSON';
  }
}
