import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../simulator/json.ts';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { ValueRule } from '../../simulator/lifecycles/value-rule.ts';
import type { Plan } from '../../simulator/plan.ts';
import type { PlayRecord } from '../../simulator/record.ts';
import { PlayScript } from './fixtures/play-script.ts';
import { possiblePasts } from './pasts.ts';
import { allowedValues, isSameValue } from './values.ts';

/** Facts a, b and c, in that order, of which each brings an amount and a list. */
const abc: Lifecycle = {
  id: 'abc',
  title: 'three facts',
  facts: {
    a: { type: 'a', state: 'on' },
    b: { type: 'b', state: 'off' },
    c: { type: 'c', state: 'on' },
  },
  start: ['a'],
  next: { a: ['b'], b: ['c'] },
  payload: {},
};

const BRINGS: Readonly<Record<string, { readonly amount: number; readonly list: readonly string[] }>> = {
  a: { amount: 1, list: ['x'] },
  b: { amount: 10, list: ['x', 'y'] },
  c: { amount: 100, list: ['y', 'z'] },
};

const RULES: Readonly<Record<string, ValueRule>> = {
  latest: { kind: 'latest', field: 'amount' },
  ofB: { kind: 'latest', field: 'amount', facts: ['b'] },
  set: { kind: 'set', field: 'list' },
  all: { kind: 'set', field: 'list', of: 'all' },
  sum: { kind: 'sum', field: 'amount', plus: ['a', 'c'], minus: ['b'] },
  sure: { kind: 'sum', field: 'amount', plus: ['a', 'b', 'c'], when: 'always' },
  count: { kind: 'count', facts: ['a', 'b', 'c'] },
  unique: { kind: 'unique' },
};

/** `a 200`, `b 500`, `c lost`: attempts one after another; a fact `=b` shares the instant of the one before. */
function recordOf(facts: readonly string[], attempts: readonly string[]): PlayRecord {
  const script = new PlayScript(abc).object(...facts);
  for (const attempt of attempts) {
    const [fact = '', answer = ''] = attempt.split(' ');
    const event = script.plan.events.find((one) => one.fact === fact);
    script.attempt(event?.id ?? '', answer === 'lost' ? 'never-sent' : Number(answer));
  }
  const { record } = script;
  const plan: Plan = {
    ...record.plan,
    facts: record.plan.facts.map((fact) => ({ ...fact, brings: BRINGS[fact.fact] ?? {} })),
  };
  return { ...record, plan };
}

function allowed(record: PlayRecord, name: string): readonly Json[] {
  return allowedValues(record, 'o1', RULES[name] as ValueRule)?.values ?? [];
}

const ABC = ['a', 'b', 'c'];

describe('in order, each acknowledged', () => {
  const record = recordOf(ABC, ['a 200', 'b 200', 'c 200']);
  it.each([
    ['latest', [100]],
    ['ofB', [10]],
    ['set', [['y', 'z']]],
    ['all', [['x', 'y', 'z']]],
    ['sum', [91]],
    ['sure', [111]],
    ['count', [3]],
    ['unique', [1]],
  ])('%s', (name, values) => {
    expect(allowed(record, name)).toEqual(values);
  });
});

describe('what may or may not have counted', () => {
  it('an overtaken fact: either, unless it counts always', () => {
    const record = recordOf(ABC, ['a 200', 'c 200', 'b 200']);
    expect(allowed(record, 'sum')).toEqual(expect.arrayContaining([91, 101]));
    expect(allowed(record, 'sum')).toHaveLength(2);
    expect(allowed(record, 'sure')).toEqual([111]);
    expect(allowed(record, 'ofB')).toEqual(expect.arrayContaining([null, 10]));
    expect(allowed(record, 'latest')).toEqual([100]);
    expect(allowed(record, 'set')).toEqual([['y', 'z']]);
  });

  it('one that was refused for good: either; one that never reached it: not', () => {
    expect(allowed(recordOf(ABC, ['a 200', 'b 500', 'c lost']), 'sure')).toEqual([1, 11]);
    expect(allowed(recordOf(ABC, ['a lost', 'b lost']), 'sure')).toEqual([0]);
    expect(allowed(recordOf(ABC, ['a lost']), 'unique')).toEqual([0]);
  });

  it('what was overtaken is out only where what overtook it is in', () => {
    // c was refused, so that a may be left out only for a c that counted all the same.
    const pasts = possiblePasts(recordOf(['a', 'c'], ['c 500', 'a 200']), 'o1', { always: false });
    expect(pasts?.map((past) => past.map((fact) => fact.fact).join('')).sort()).toEqual(['a', 'ac', 'c']);
  });

  it('of two tied facts either may be the newest, and one may be left out for the other', () => {
    const record = recordOf(['a', '=b'], ['a 200', 'b 200']);
    expect(allowed(record, 'latest')).toEqual(expect.arrayContaining([1, 10]));
    expect(allowed(record, 'count')).toEqual(expect.arrayContaining([1, 2]));
    expect(allowed(record, 'count')).not.toContain(0);
  });
});

/** A receiver that handles attempts one after another, in the simplest ways that are right. */
type Policy = 'ignores what is old' | 'counts what is old';

function simulated(
  attempts: readonly string[],
  kept: readonly boolean[],
  policy: Policy,
): ReadonlySet<string> {
  const counted = new Set<string>();
  attempts.forEach((attempt, index) => {
    const [fact = '', answer = ''] = attempt.split(' ');
    if (answer === 'lost' || counted.has(fact)) return;
    // A refusal may come after the work was done, or before.
    if (answer !== '200' && kept[index] !== true) return;
    const isOld = [...counted].some((other) => other > fact);
    if (!isOld || policy === 'counts what is old') counted.add(fact);
  });
  return counted;
}

function valueOf(name: string, counted: ReadonlySet<string>): Json {
  const facts = [...counted].sort();
  const newest = BRINGS[facts.at(-1) ?? ''];
  const total = (of: readonly string[]): number =>
    facts.reduce((sum, fact) => sum + (of.includes(fact) ? (BRINGS[fact]?.amount ?? 0) : 0), 0);
  switch (name) {
    case 'latest':
      return newest?.amount ?? null;
    case 'ofB':
      return counted.has('b') ? 10 : null;
    case 'set':
      return newest?.list ?? [];
    case 'all':
      return [...new Set(facts.flatMap((fact) => BRINGS[fact]?.list ?? []))];
    case 'sum':
      return total(['a', 'c']) - total(['b']);
    case 'sure':
      return total(ABC);
    case 'count':
      return counted.size;
    default:
      return Math.min(1, counted.size);
  }
}

describe('against receivers that are right', () => {
  const attempts = fc.array(
    fc
      .tuple(fc.constantFrom(...ABC), fc.constantFrom('200', '200', '500', 'lost'))
      .map((pair) => pair.join(' ')),
    { maxLength: 7 },
  );

  it('whatever they end with is allowed', () => {
    fc.assert(
      fc.property(
        attempts,
        fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
        fc.constantFrom<Policy>('ignores what is old', 'counts what is old'),
        (tries, kept, policy) => {
          const record = recordOf(ABC, tries);
          const counted = simulated(tries, kept, policy);
          for (const [name, rule] of Object.entries(RULES)) {
            if (name === 'sure' && policy === 'ignores what is old') continue;
            const values = allowed(record, name);
            const value = valueOf(name, counted);
            expect(
              values.some((one) => isSameValue(rule, value, one)),
              `${name} of ${tries.join(', ')}`,
            ).toBe(true);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('and nothing is allowed that no set of facts gives', () => {
    const sets = [[], ['a'], ['b'], ['c'], ['a', 'b'], ['a', 'c'], ['b', 'c'], ABC].map(
      (set) => new Set(set),
    );
    fc.assert(
      fc.property(attempts, (tries) => {
        const record = recordOf(ABC, tries);
        const taken = ABC.filter((fact) => tries.includes(`${fact} 200`));
        for (const [name, rule] of Object.entries(RULES))
          for (const value of allowed(record, name)) {
            const giving = sets.filter((set) => isSameValue(rule, valueOf(name, set), value));
            expect(giving.length).toBeGreaterThan(0);
            // The newest of what was acknowledged, or something newer, is always in.
            const newest = taken.at(-1);
            if (name !== 'latest' || newest === undefined) continue;
            expect(giving.some((set) => [...set].some((fact) => fact >= newest))).toBe(true);
          }
      }),
      { numRuns: 200 },
    );
  });
});

describe('what was read', () => {
  const latest = RULES['latest'] as ValueRule;
  const instant: ValueRule = { kind: 'latest', field: 'occurredAt' };
  it.each([
    [latest, '100', 100, true],
    [latest, null, null, true],
    [latest, undefined, 100, false],
    [RULES['set'] as ValueRule, ['z', { id: 'y' }], ['y', 'z'], true],
    [RULES['set'] as ValueRule, ['z', 'y', 'y'], ['y', 'z'], false],
    [RULES['set'] as ValueRule, 'y,z', ['y', 'z'], false],
    [RULES['set'] as ValueRule, null, [], true],
    [RULES['sum'] as ValueRule, '91', 91, true],
    [RULES['sum'] as ValueRule, 'many', 91, false],
    [RULES['unique'] as ValueRule, ['one'], 1, true],
    [RULES['unique'] as ValueRule, ['one', 'two'], 1, false],
    [{ kind: 'entitled', states: ['on'] } as const, 't', true, true],
    [{ kind: 'entitled', states: ['on'] } as const, 'perhaps', false, false],
    [instant, '{{at:2900}}', '{{at:2000}}', true],
    [instant, '{{at:3100}}', '{{at:2000}}', false],
    [instant, 'yesterday', null, false],
  ] as const)('%j: %j is %j: %s', (rule, read, value, same) => {
    expect(isSameValue(rule, read as Json, value as Json)).toBe(same);
  });
});

describe('too many open facts', () => {
  it('decide nothing', () => {
    const names = Array.from({ length: 11 }, (_, index) => `f${index}`);
    const long: Lifecycle = {
      ...abc,
      facts: Object.fromEntries(names.map((name) => [name, { type: name, state: 'on' }])),
    };
    const script = new PlayScript(long).object(...names);
    for (const event of script.plan.events) script.attempt(event.id, 500);
    expect(possiblePasts(script.record, 'o1', { always: false })).toBeUndefined();
    expect(allowedValues(script.record, 'o1', { kind: 'unique' })).toBeUndefined();
  });
});
