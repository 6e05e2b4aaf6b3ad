/** What an observer read as values, in the words of the plan: ids become `{{o1}}`, instants `{{at:2000}}`. */
import type { Json, JsonObject } from '../../simulator/json.ts';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import { isInstant } from '../../simulator/lifecycles/value-rule.ts';

export interface Labelling {
  /** Labels by real ids. */
  readonly labels: ReadonlyMap<string, string>;
  /** Wall milliseconds of the plan's origin. */
  readonly originMs: number;
}

/** Numbers below are seconds since 1970, numbers above milliseconds. */
const SECONDS_MAX = 100_000_000_000;

/** Values of which the lifecycle says nothing are left out. */
export function labelValues(
  lifecycle: Lifecycle,
  seen: JsonObject | null,
  labelling: Labelling,
): JsonObject | null {
  if (seen === null) return null;
  return Object.fromEntries(
    Object.entries(lifecycle.values ?? {}).flatMap(([name, rule]) => {
      const value = seen[name];
      if (value === undefined) return [];
      return [[name, isInstant(rule) ? labelInstant(value, labelling) : labelIds(value, labelling)]];
    }),
  );
}

function labelIds(value: Json, labelling: Labelling): Json {
  if (typeof value === 'string' || typeof value === 'number') {
    const label = labelling.labels.get(String(value));
    return label === undefined ? value : `{{${label}}}`;
  }
  if (Array.isArray(value)) return value.map((item: Json) => labelIds(item, labelling));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, labelIds(item, labelling)]));
}

/** What is no instant stays as it is, and then is none of the plan's either. */
function labelInstant(value: Json, { originMs }: Labelling): Json {
  const atMs = instantMs(value);
  return atMs === undefined ? value : `{{at:${Math.round(atMs - originMs)}}}`;
}

function instantMs(value: Json): number | undefined {
  if (typeof value === 'number') return value < SECONDS_MAX ? value * 1000 : value;
  if (typeof value !== 'string') return undefined;
  if (/^\d{9,13}(?:\.\d+)?$/.test(value)) return instantMs(Number(value));
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return undefined;
  const atMs = Date.parse(value.replace(' ', 'T'));
  return Number.isNaN(atMs) ? undefined : atMs;
}
