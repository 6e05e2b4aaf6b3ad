import { describe, expect, it } from 'vitest';
import { catalogue } from '../../scenarios/catalogue.ts';
import { Lost200Error } from '../errors.ts';
import { matchesAny, selectScenarios } from './select.ts';

describe('a glob', () => {
  it.each([
    ['duplicates/concurrent', 'duplicates/*', true],
    ['duplicates/concurrent', 'duplicates/concurrent', true],
    ['duplicates/concurrent', '*', true],
    ['duplicates/concurrent', '*/concurrent', true],
    ['duplicates/concurrent', 'd*/*t', true],
    ['duplicates/concurrent#single-effect', '*#single-effect', true],
    ['duplicates/concurrent#single-effect', 'duplicates/concurrent', false],
    ['duplicates/concurrent', 'concurrent', false],
    ['duplicates/concurrent', 'duplicates', false],
    ['duplicates/concurrent', '', false],
    ['acks/lost-200', 'acks/lost.200', false],
    ['acks/lost-200', 'acks/lost-20[0]', false],
    ['a+b', 'a+b', true],
    ['aab', 'a+b', false],
  ])('%s, %s: %s', (id, glob, matches) => {
    expect(matchesAny(id, [glob])).toBe(matches);
  });

  it('any of several is enough, and none of none', () => {
    expect(matchesAny('a/b', ['x', 'a/*'])).toBe(true);
    expect(matchesAny('a/b', [])).toBe(false);
  });
});

describe('selecting scenarios', () => {
  it('all without globs, else those that are named, in catalogue order and once', () => {
    expect(selectScenarios([])).toBe(catalogue);
    const ids = selectScenarios(['order/*', 'acks/lost-200', 'order/reversed']).map(
      (scenario) => scenario.id,
    );
    expect(ids).toEqual(
      catalogue.map(({ id }) => id).filter((id) => id.startsWith('order/') || id === 'acks/lost-200'),
    );
  });

  it('a glob that names none is an error with a suggestion', () => {
    const select = (): unknown => selectScenarios(['order/*', 'duplicates/concurent']);
    expect(select).toThrow(Lost200Error);
    try {
      select();
    } catch (error) {
      expect(error).toMatchObject({ code: 'LOST200_E_UNKNOWN_ID', exitCode: 64 });
      expect((error as Lost200Error).remedy).toContain('duplicates/concurrent');
    }
  });
});
