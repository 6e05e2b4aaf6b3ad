/** Payload templates of lifecycles, filled for one fact. */
import type { Json, JsonObject } from '../simulator/json.ts';

/** Fills a payload template; a field whose whole-string placeholder has no value is left out. */
export function resolvePayload(template: JsonObject, values: JsonObject): JsonObject {
  const resolve = (value: Json): Json | undefined => {
    if (typeof value === 'string') {
      const whole = /^\{([^{}]+)\}$/.exec(value)?.[1];
      if (whole !== undefined && !whole.startsWith('fixed.')) return values[whole];
      return value.replace(/\{([^{}]+)\}/g, (found, name: string) =>
        name.startsWith('fixed.') ? `{{${name}}}` : textOf(values[name], found),
      );
    }
    if (Array.isArray(value)) return value.flatMap((item: Json) => resolve(item) ?? []);
    if (value !== null && typeof value === 'object') return resolveObject(value as JsonObject);
    return value;
  };
  const resolveObject = (object: JsonObject): JsonObject => {
    const resolved: Record<string, Json> = {};
    for (const [key, value] of Object.entries(object)) {
      const item = resolve(value);
      if (item !== undefined) resolved[key] = item;
    }
    return resolved;
  };
  return resolveObject(template);
}

function textOf(value: Json | undefined, otherwise: string): string {
  if (value === undefined || value === null) return otherwise;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
