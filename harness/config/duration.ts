/** Durations as users write them. */

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `500ms`, `30s`, `2m`, `1h`, `1.5s`; digits alone are milliseconds. */
export const DURATION_PATTERN: RegExp = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/;

/** The longest that any setting may wait in real time. */
export const DURATION_MAX_MS = 86_400_000;

/**
 * Whole milliseconds.
 * @throws RangeError when the text is no duration or it is longer than `DURATION_MAX_MS`
 */
export function parseDuration(duration: number | string): number {
  const match = DURATION_PATTERN.exec(String(duration));
  const ms = match === null ? NaN : Math.round(Number(match[1]) * (UNITS_MS[match[2] ?? 'ms'] ?? NaN));
  if (Number.isNaN(ms) || ms > DURATION_MAX_MS)
    throw new RangeError(`not a duration of at most 24 hours: ${String(duration)}`);
  return ms;
}

/** Whether `parseDuration` takes it. */
export function isDuration(duration: number | string): boolean {
  return takes(parseDuration, duration);
}

const DAY_MS = 86_400_000;
/** Longer than any provider's schedule. */
const PROVIDER_TIME_MAX_MS = 90 * DAY_MS;

/**
 * Whole milliseconds of the provider's clock, which is virtual; days too: `3d`.
 * @throws RangeError when the text is no such time or it is longer than 90 days
 */
export function parseProviderTime(time: number | string): number {
  const days = /^(\d+(?:\.\d+)?)d$/.exec(String(time))?.[1];
  const match = DURATION_PATTERN.exec(String(time));
  const ms =
    days === undefined ? Number(match?.[1]) * (UNITS_MS[match?.[2] ?? 'ms'] ?? NaN) : Number(days) * DAY_MS;
  if (Number.isNaN(ms) || ms > PROVIDER_TIME_MAX_MS)
    throw new RangeError(`not a time of at most 90 days: ${String(time)}`);
  return Math.round(ms);
}

/** Whether `parseProviderTime` takes it. */
export function isProviderTime(time: number | string): boolean {
  return takes(parseProviderTime, time);
}

/**
 * Real milliseconds per virtual millisecond, from `1h=1s` (virtual = real).
 * @throws RangeError when it is not of that form or the virtual side is zero
 */
export function parsePace(pace: string): number {
  const [virtual = '', real = '', ...rest] = pace.split('=');
  const virtualMs = parseDuration(virtual);
  if (rest.length > 0 || virtualMs === 0) throw new RangeError(`not a pace: ${pace}`);
  return parseDuration(real) / virtualMs;
}

/** Whether `parsePace` takes it. */
export function isPace(pace: string): boolean {
  return takes(parsePace, pace);
}

function takes<T>(parse: (text: T) => unknown, text: T): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
