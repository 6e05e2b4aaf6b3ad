import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillIdShape, freshSeed, freshToken, seededRandom } from './random.ts';

const draws = (random: ReturnType<typeof seededRandom>): readonly number[] =>
  Array.from({ length: 8 }, () => random.integer(0, 1_000_000));

describe('a seeded stream', () => {
  it('is the same for one seed, another for another', () => {
    expect(draws(seededRandom('a'))).toEqual(draws(seededRandom('a')));
    expect(draws(seededRandom('a'))).not.toEqual(draws(seededRandom('b')));
  });

  it('is the same on every machine and for ever', () => {
    const random = seededRandom('42');
    expect([random.integer(0, 999), random.integer(0, 999), random.fork('x').integer(0, 999)]).toEqual([
      7, 171, 897,
    ]);
  });

  it('forks by label alone: draws before and between forks shift nothing', () => {
    const random = seededRandom('a');
    const before = draws(random.fork('x'));
    draws(random);
    draws(random.fork('y'));
    expect(draws(random.fork('x'))).toEqual(before);
    expect(draws(random.fork('y'))).not.toEqual(before);
    expect(draws(random.fork('x').fork('y'))).not.toEqual(draws(random.fork('y').fork('x')));
  });

  it('draws whole numbers with both bounds, and all of them', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -50, max: 50 }), fc.nat(3), (seed, min, span) => {
        const random = seededRandom(seed);
        const seen = new Set(Array.from({ length: 200 }, () => random.integer(min, min + span)));
        expect([...seen].sort((left, right) => left - right)).toEqual(
          Array.from({ length: span + 1 }, (_, index) => min + index),
        );
      }),
      { numRuns: 30, seed: 1 },
    );
  });

  it('chance is never at 0, always at 1', () => {
    const random = seededRandom('c');
    for (let draw = 0; draw < 100; draw += 1)
      expect([random.chance(0), random.chance(1)]).toEqual([false, true]);
  });

  it('picks what is there, and refuses to pick from nothing', () => {
    expect(['a', 'b']).toContain(seededRandom('p').pick(['a', 'b']));
    expect(seededRandom('p').pick([undefined, 1].slice(1))).toBe(1);
    expect(() => seededRandom('p').pick([])).toThrow(RangeError);
  });

  it('shuffles without loss and leaves the original alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.integer()), (seed, values) => {
        const original = [...values];
        const shuffled = seededRandom(seed).shuffle(values);
        expect(values).toEqual(original);
        expect([...shuffled].sort()).toEqual([...values].sort());
      }),
    );
    const orders = new Set(
      Array.from({ length: 200 }, (_, seed) => seededRandom(String(seed)).shuffle(['a', 'b', 'c']).join('')),
    );
    expect(orders.size).toBe(6);
  });
});

describe('fresh ones', () => {
  it('are never the same', () => {
    expect(freshSeed()).toMatch(/^[0-9a-f]{8}$/);
    expect(freshToken()).toMatch(/^[0-9a-f]{32}$/);
    expect(freshToken()).not.toBe(freshToken());
  });
});

describe('an id shape', () => {
  it.each([
    ['{uuid}', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['{int}', /^[1-9]\d{8}$/],
    ['{int:3}', /^[1-9]\d{2}$/],
    ['{int:1}', /^[1-9]$/],
    ['{hex:64}', /^[0-9a-f]{64}$/],
    ['{base36}', /^[0-9a-z]{16}$/],
    ['{BASE36:17}', /^[0-9A-Z]{17}$/],
    ['pi_{base62:24}', /^pi_[0-9A-Za-z]{24}$/],
    ['evt-{hex:4}-{int:2}', /^evt-[0-9a-f]{4}-[1-9]\d$/],
    ['plain {other}', /^plain \{other\}$/],
  ])('%s', (shape, pattern) => {
    for (let label = 0; label < 50; label += 1) expect(fillIdShape(shape, 'n', `o${label}`)).toMatch(pattern);
  });

  it('gives one id for one namespace and label, and others for others', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (namespace, label, other) => {
        const id = fillIdShape('{uuid}', namespace, label);
        expect(fillIdShape('{uuid}', namespace, label)).toBe(id);
        if (other !== label) expect(fillIdShape('{uuid}', namespace, other)).not.toBe(id);
        if (other !== namespace) expect(fillIdShape('{uuid}', other, label)).not.toBe(id);
      }),
    );
  });

  it('fills two parts differently', () => {
    const [left, right] = fillIdShape('{hex:16}-{hex:16}', 'n', 'o1').split('-');
    expect(left).not.toBe(right);
  });
});
