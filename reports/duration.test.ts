import { expect, it } from 'vitest';
import { seconds, virtualDuration, wallDuration } from './duration.ts';

it.each<[number, string]>([
  [0, '0 s'],
  [850, '850 ms'],
  [1000, '1 s'],
  [60_000, '1 m'],
  [90_500, '1 m 30 s'],
  [7_200_000, '2 h'],
  [162_720_000, '45 h 12 m'],
  [30 * 86_400_000, '30 d'],
  [-5, '0 s'],
  [Number.NaN, '?'],
])('%i ms of virtual time is %s', (ms, text) => {
  expect(virtualDuration(ms)).toBe(text);
});

it('tells wall time as people feel it, and as JUnit writes it', () => {
  expect([840, 8400, 192_000].map(wallDuration)).toEqual(['840 ms', '8.4 s', '3 m 12 s']);
  expect([8400, -1, Number.NaN].map(seconds)).toEqual(['8.400', '0.000', '0.000']);
});
