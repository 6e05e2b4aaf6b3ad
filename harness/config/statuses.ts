/** Statuses as users write them. */
import type { Statuses } from './profile-config.ts';

/** `201`, `"2xx"` or `[200, 202]` as a question. The schema has checked the form. */
export function statusTest(written: Statuses): (status: number) => boolean {
  const words = [written].flat().map(String);
  return (status) => words.includes(String(status)) || words.includes(`${Math.floor(status / 100)}xx`);
}
