import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inertJson, inertLine } from './inert.ts';

it('writes harmful characters out', () => {
  expect(inertLine('a\nb\u001b[31m\u202ec\ud800')).toBe('a\\nb\\u{1b}[31m\\u{202e}c\\u{d800}');
});

it('leaves harmless text alone', () => {
  expect(inertLine('olá, 世界 – “×2” 💣')).toBe('olá, 世界 – “×2” 💣');
});

it('cuts at a whole character and says how long the text was', () => {
  expect(inertLine('ab💣'.repeat(100), 3)).toBe('ab… (400 characters)');
  expect(inertLine('abc', 3)).toBe('abc');
});

it('never changes what JSON means', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const json = JSON.stringify(value, null, 1);
      expect(JSON.parse(inertJson(json))).toEqual(JSON.parse(json));
    }),
    { seed: 200 },
  );
});
