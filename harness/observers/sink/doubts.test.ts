import { expect, test } from 'vitest';
import type { Sample } from '../observer.ts';
import { doubtfulCalls } from './doubts.ts';

function sampled(kind: string, before: number, again: number): readonly Sample[] {
  const sample = (repeats: number, count: number): Sample => ({
    ...{ objectId: 'o1', facts: [], repeats },
    effects: Array.from({ length: count }, () => ({ kind })),
  });
  return [sample(0, 0), sample(0, before), sample(1, again)];
}

test.each<[string, number, number, boolean]>([
  ['POST /v1/customers/search', 1, 2, true],
  ['POST sentry.example/api/{id}/envelope', 2, 4, true],
  ['POST /v1/logs', 0, 1, true],
  ['POST /v1/customers/search', 1, 1, false],
  ['POST /v1/entries', 1, 2, false],
  ['POST /catalogue', 1, 2, false],
  ['mail', 1, 2, false],
])('%s, %i times and then %i: in doubt %s', (kind, before, again, doubtful) => {
  expect(Object.keys(doubtfulCalls(sampled(kind, before, again), []).doubts)).toEqual(doubtful ? [kind] : []);
});

test('the user decides, and is told how', () => {
  const samples = sampled('POST /v1/checks', 1, 2);
  const { doubts } = doubtfulCalls(samples, []);
  expect(doubts['POST /v1/checks']?.remedy.text).toContain('sink.judge: ["/v1/checks"]');
  expect(doubtfulCalls(samples, ['/v1/*']).doubts).toEqual({});
});
