import { describe, expect, it } from 'vitest';
import type { Sample } from '../observer.ts';
import { coursesOf, keepsItsEvents } from './course.ts';

/** One object; by step, the events that its rows name. */
function course(
  ...steps: readonly (readonly (string | undefined)[])[]
): Parameters<typeof keepsItsEvents>[0] {
  const samples = steps.map((events): Sample => ({
    objectId: 'obj_1',
    facts: [],
    repeats: 0,
    effects: events.map((eventId) => ({
      kind: 'transactions',
      row: {},
      ...(eventId === undefined ? {} : { eventId }),
    })),
  }));
  const [only] = coursesOf(samples);
  if (only === undefined) throw new Error('no rows');
  return only;
}

describe('rows that name events', () => {
  it.each([
    ['each its own', [[], ['e1'], ['e1', 'e2']]],
    ['two of one event', [[], ['e1', 'e1'], ['e1', 'e1', 'e2']]],
    ['none', [[], [undefined], [undefined, undefined]]],
  ] as const)('keep them: %s', (_, steps) => {
    expect(keepsItsEvents(course(...steps))).toBe(true);
  });

  it.each([
    ['the refund is written into the row of the payment', [[], ['e1'], ['e2', 'e2']]],
    ['a row goes', [[], ['e1'], []]],
    ['the row names both', [[], ['e1'], [undefined, 'e2']]],
  ] as const)('do not: %s', (_, steps) => {
    expect(keepsItsEvents(course(...steps))).toBe(false);
  });
});
