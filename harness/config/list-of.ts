import type { OneOrMore } from './user-config.ts';

/** One is a list of one, none an empty list. */
export function listOf(value: OneOrMore | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
