/** What the values of an object may be in the end, from the facts that a right receiver may have counted. */
import type { Json } from '../../simulator/json.ts';
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import { INSTANT_FIELD, isInstant, type ValueRule } from '../../simulator/lifecycles/value-rule.ts';
import type { Fact } from '../../simulator/model.ts';
import type { Plan } from '../../simulator/plan.ts';
import type { PlayRecord } from '../../simulator/record.ts';
import { isNewer } from '../../simulator/truth.ts';
import { possiblePasts } from './pasts.ts';

/** Receivers keep instants in seconds or better. */
const INSTANT_MS_OFF_MAX = 1000;

export interface AllowedValues {
  /** Each of them is right. */
  readonly values: readonly Json[];
  /** True when anything is. */
  readonly anything: boolean;
}

/** `undefined`: too many facts are open to say. `compressed`: as `PastRules` has it. */
export function allowedValues(
  record: PlayRecord,
  objectId: string,
  rule: ValueRule,
  compressed = false,
): AllowedValues | undefined {
  if (rule.kind === 'entitled') return allowedEntitlement(record, objectId, rule.states, compressed);
  const always = 'when' in rule;
  const pasts = possiblePasts(record, objectId, { always, compressed });
  if (pasts === undefined) return undefined;
  const found = pasts.flatMap((past) => valuesAfter(record.plan, rule, past));
  return gather(found);
}

/** Marks a past after which a value may be anything. */
export const ANYTHING: unique symbol = Symbol('anything');

type Found = Json | typeof ANYTHING;

function gather(found: readonly Found[]): AllowedValues {
  const texts = new Map<string, Json>();
  for (const value of found) if (value !== ANYTHING) texts.set(JSON.stringify(value), value);
  return { values: [...texts.values()], anything: found.includes(ANYTHING) };
}

/** The values that are right after exactly these facts; several where facts are tied. */
export function valuesAfter(plan: Plan, rule: ValueRule, past: readonly Fact[]): readonly Found[] {
  const bearing = (names: readonly string[] | undefined): readonly Fact[] =>
    past.filter((fact) => names?.includes(fact.fact) ?? true);
  switch (rule.kind) {
    case 'latest':
    case 'set': {
      if (rule.kind === 'set' && rule.of === 'all') return [unionOf(bearing(rule.facts), rule.field)];
      const ends = newestOf(plan, past).some((fact) => rule.notAfter?.includes(fact.fact));
      if (ends) return [ANYTHING];
      const carrying = bearing(rule.facts).filter((fact) => fieldOf(fact, rule.field) !== undefined);
      const none = rule.kind === 'set' ? [] : null;
      if (carrying.length === 0) return [none];
      return newestOf(plan, carrying).map((fact) => fieldOf(fact, rule.field) ?? none);
    }
    case 'sum':
      return [
        sumOf(bearing(rule.plus), rule.field) -
          (rule.minus === undefined ? 0 : sumOf(bearing(rule.minus), rule.field)),
      ];
    case 'count':
      return [bearing(rule.facts).length];
    case 'unique':
      return [Math.min(1, bearing(rule.facts).length)];
    case 'entitled':
      return newestOrNone(plan, past).map((fact) => isEntitling(plan, fact, rule.states));
  }
}

/** Facts than which none of the others is newer. */
function newestOf(plan: Plan, facts: readonly Fact[]): readonly Fact[] {
  return facts.filter((fact) => !facts.some((other) => isNewer(plan, other, fact)));
}

function newestOrNone(plan: Plan, facts: readonly Fact[]): readonly (Fact | undefined)[] {
  return facts.length === 0 ? [undefined] : newestOf(plan, facts);
}

function isEntitling(plan: Plan, fact: Fact | undefined, states: readonly string[]): boolean {
  return fact !== undefined && states.includes(factRule(plan.lifecycle, fact.fact).state);
}

/** `occurredAt` of a fact is `{{at:…}}`, as in payloads. */
function fieldOf(fact: Fact, field: string): Json | undefined {
  return field === INSTANT_FIELD ? `{{at:${fact.occurredAtMs}}}` : fact.brings?.[field];
}

function sumOf(facts: readonly Fact[], field: string): number {
  return facts.reduce((sum, fact) => sum + Number(fact.brings?.[field] ?? 0), 0);
}

function unionOf(facts: readonly Fact[], field: string): Json {
  const lists = facts.flatMap((fact) => {
    const brought = fieldOf(fact, field);
    return Array.isArray(brought) ? (brought as readonly Json[]) : brought === undefined ? [] : [brought];
  });
  return [...new Set(lists)];
}

/** True is right if some object of the owner may entitle, false if each of them may not. */
function allowedEntitlement(
  record: PlayRecord,
  objectId: string,
  states: readonly string[],
  compressed: boolean,
): AllowedValues | undefined {
  const { plan } = record;
  const owner = plan.objects.find((object) => object.id === objectId)?.owner;
  const objects = plan.objects.filter(
    (object) => object.id === objectId || (owner !== undefined && object.owner === owner),
  );
  const may: readonly (readonly boolean[] | undefined)[] = objects.map((object) =>
    possiblePasts(record, object.id, { always: false, compressed })?.flatMap((past) =>
      newestOrNone(plan, past).map((fact) => isEntitling(plan, fact, states)),
    ),
  );
  if (may.includes(undefined)) return undefined;
  const values = [
    ...(may.some((flags) => flags?.includes(true)) ? [true] : []),
    ...(may.every((flags) => flags?.includes(false)) ? [false] : []),
  ];
  return { values, anything: false };
}

/** True when what was read is the value, as databases and routes write such things. Absent is 0, an empty list, false. */
export function isSameValue(rule: ValueRule, read: Json | undefined, value: Json): boolean {
  switch (rule.kind) {
    case 'latest':
      return isInstant(rule)
        ? isSameInstant(read, value, INSTANT_MS_OFF_MAX)
        : JSON.stringify(scalar(read)) === JSON.stringify(scalar(value));
    case 'set': {
      const list = elements(read);
      return list !== undefined && list.join('\n') === (elements(value) ?? []).join('\n');
    }
    case 'entitled':
      return flag(read) === value;
    case 'sum':
    case 'count':
    case 'unique':
      return number(read) === value;
  }
}

/** Both are `{{at:…}}`, or absent. */
export function isSameInstant(read: Json | undefined, value: Json, offMaxMs: number): boolean {
  const [left, right] = [offset(read), offset(value)];
  if (left === undefined || right === undefined) return left === right && (read ?? null) === null;
  return Math.abs(left - right) <= offMaxMs;
}

function offset(value: Json | undefined): number | undefined {
  const found = typeof value === 'string' ? /^\{\{at:(-?\d+)\}\}$/.exec(value)?.[1] : undefined;
  return found === undefined ? undefined : Number(found);
}

function scalar(value: Json | undefined): Json {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? value : String(value);
}

/** Sorted, so that two lists are the same whatever their order; an element is a text, a number or an object with an `id`. */
function elements(value: Json | undefined): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const texts = (value as readonly Json[]).map((one) => {
    if (typeof one === 'string' || typeof one === 'number') return String(one);
    const id = one !== null && typeof one === 'object' && 'id' in one ? one['id'] : undefined;
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts.sort() : undefined;
}

/** A list counts as many as it has. */
function number(value: Json | undefined): number | undefined {
  if (value === undefined || value === null) return 0;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function flag(value: Json | undefined): boolean | undefined {
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 'true' || value === 't' || value === '1') return true;
  return value === 0 || value === 'false' || value === 'f' || value === '0' ? false : undefined;
}
