/** A check of the user's own: what must be true of an object at the end, said by a function or a program. */
import type { JsonObject } from '../../simulator/json.ts';

/** What the receiver could make of a fact: see `owedOf`. */
export type Fate = 'never-reached' | 'never-answered' | 'acknowledged' | 'overtaken';

/** What a check is given of one object; ids are the plan's labels, in payloads and values `{{o1}}`, instants `{{at:2000}}`. */
export interface CheckedObject {
  readonly objectId: string;
  readonly ownerId?: string;
  /** Real ids by label: of the object, its owner, its events and its children. */
  readonly ids: Readonly<Record<string, string>>;
  /** Oldest first. */
  readonly facts: readonly CheckedFact[];
  /** What each observer read last, by its name; what it cannot see is absent. */
  readonly observed: Readonly<Record<string, CheckedRead>>;
}

export interface CheckedFact {
  readonly fact: string;
  readonly state: string;
  readonly version: number;
  /** Milliseconds since the plan's origin. */
  readonly occurredAtMs: number;
  readonly fate: Fate;
  readonly eventIds: readonly string[];
  /** The event's `data`. */
  readonly payload: JsonObject;
  readonly brings: JsonObject;
}

export interface CheckedRead {
  readonly state?: string | null;
  readonly effects?: readonly {
    readonly kind: string;
    readonly eventId?: string;
    readonly objectId?: string;
    readonly key?: string;
  }[];
  readonly values?: JsonObject | null;
}

/** Something that is not as it should be. `key` is the same whatever the object: `refund-too-high`. */
export interface Difference {
  readonly key: string;
  readonly expected: string;
  readonly actual: string;
}

/** Differences of each object, in the order of the objects. Rejects with a sentence when it cannot say. */
export interface Check {
  readonly id: string;
  judge(objects: readonly CheckedObject[], signal: AbortSignal): Promise<readonly (readonly Difference[])[]>;
}

const DIFFERENCES_MAX = 100;
const TEXT_MAX = 500;

/**
 * Reads what a check answered about one object.
 * @throws Error for anything but a list of at most a hundred `{ key, expected, actual }`
 */
export function differencesIn(answer: unknown): readonly Difference[] {
  const expected = 'Expected a list of { key, expected, actual } (empty when all is well)';
  if (!Array.isArray(answer)) throw new Error(`${expected}, got ${shown(answer)}`);
  if (answer.length > DIFFERENCES_MAX) throw new Error(`${expected}, got ${answer.length} of them`);
  return answer.map((one: unknown) => {
    const key = fieldOf(one, 'key');
    if (typeof key !== 'string' || key === '' || key.length > 100)
      throw new Error(`${expected}, but one has no "key": ${shown(one)}`);
    return { key, expected: textOf(fieldOf(one, 'expected')), actual: textOf(fieldOf(one, 'actual')) };
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : shown(value)).slice(0, TEXT_MAX);
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  try {
    return (JSON.stringify(value) as string | undefined)?.slice(0, TEXT_MAX) ?? 'a function';
  } catch {
    return 'something that is no JSON';
  }
}
