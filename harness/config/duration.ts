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
  try {
    parseDuration(duration);
    return true;
  } catch {
    return false;
  }
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
  try {
    parsePace(pace);
    return true;
  } catch {
    return false;
  }
}
