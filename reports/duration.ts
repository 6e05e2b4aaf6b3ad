/** Milliseconds as people say them. */

const UNITS: readonly { readonly name: string; readonly ms: number }[] = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'm', ms: 60_000 },
  { name: 's', ms: 1000 },
];

/** Retry schedules are spoken of in hours ("45 h"); days begin where hours stop meaning anything. */
const DAYS_FROM_MS = 96 * 3_600_000;

/** Virtual time, in its two largest units: `0 s`, `850 ms`, `1 m 30 s`, `45 h 12 m`, `30 d`. */
export function virtualDuration(ms: number): string {
  if (!Number.isFinite(ms)) return '?';
  const whole = Math.max(0, Math.round(ms));
  if (whole === 0) return '0 s';
  if (whole < 1000) return `${String(whole)} ms`;
  const units = whole < DAYS_FROM_MS ? UNITS.slice(1) : UNITS;
  const first = units.findIndex((unit) => whole >= unit.ms);
  const large = units[first];
  const small = units[first + 1];
  if (large === undefined) return `${String(whole)} ms`;
  const count = Math.floor(whole / large.ms);
  const rest = small === undefined ? 0 : Math.floor((whole % large.ms) / small.ms);
  const head = `${String(count)} ${large.name}`;
  return small === undefined || rest === 0 ? head : `${head} ${String(rest)} ${small.name}`;
}

/** Time that a person waited: `840 ms`, `8.4 s`, `3 m 12 s`. */
export function wallDuration(ms: number): string {
  return ms >= 1000 && ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : virtualDuration(ms);
}

/** Seconds as JUnit writes them. */
export function seconds(ms: number): string {
  return (Number.isFinite(ms) ? Math.max(0, ms) / 1000 : 0).toFixed(3);
}
