import { expect, test } from 'vitest';
import { didYouMean, nearest } from './suggest.ts';

const known = ['duplicates/concurrent', 'duplicates/days-later', 'order/reordered', 'ack/lost-200'];

test.each([
  ['duplicates/concurent', 'duplicates/concurrent'],
  ['dupilcates/concurrent', 'duplicates/concurrent'],
  ['ACK/lost200', 'ack/lost-200'],
  ['order/reorder', 'order/reordered'],
  ['something-else', undefined],
])('%s', (word, meant) => {
  expect(nearest(word, known)).toBe(meant);
});

test('without a near one, all are named', () => {
  expect(didYouMean('zzzzzz', known)).toBe(`Known: ${known.join(', ')}.`);
  expect(
    didYouMean(
      'zzzzzz',
      Array.from({ length: 14 }, (_, index) => `a${index}`),
    ),
  ).toMatch(/, a11, and 2 more\.$/);
  expect(didYouMean('x', [])).toBe('There is none to choose from.');
});
