import { expect, test } from 'vitest';
import { reasonOf } from './reason.ts';

test.each([
  [new Error('gone\n'), 'gone'],
  [Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [new AggregateError([new Error('a'), 'b']), 'a; b'],
  [new TypeError(''), 'TypeError'],
  ['text', 'text'],
])('%j', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
