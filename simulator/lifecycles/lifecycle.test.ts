import { describe, expect, it } from 'vitest';
import { lifecycles } from './index.ts';
import { effectKinds, effectsOwed, factRule, walks, type Lifecycle } from './lifecycle.ts';
import { message } from './message.ts';
import { payment } from './payment.ts';

describe.each(lifecycles.map((lifecycle) => [lifecycle.id, lifecycle] as const))('%s', (_, lifecycle) => {
  it('speaks only of its own facts', () => {
    const names = Object.keys(lifecycle.facts);
    for (const fact of lifecycle.start) expect(names).toContain(fact);
    for (const [fact, followers] of Object.entries(lifecycle.next))
      for (const name of [fact, ...followers]) expect(names).toContain(name);
  });

  it('every fact is on some walk, every walk is legal, and none is there twice', () => {
    const all = walks(lifecycle);
    expect(new Set(all.flat())).toEqual(new Set(Object.keys(lifecycle.facts)));
    expect(new Set(all.map((walk) => walk.join())).size).toBe(all.length);
    for (const walk of all) {
      expect(lifecycle.start).toContain(walk[0]);
      for (const [position, fact] of walk.slice(1).entries())
        expect(lifecycle.next[walk[position] ?? '']).toContain(fact);
    }
  });

  it('has an object with one effect and one with two, so that observers can be tested', () => {
    for (const kind of effectKinds(lifecycle)) {
      const counts = walks(lifecycle).map(
        (walk) =>
          walk.filter((fact) => (factRule(lifecycle, fact).effects ?? []).some((rule) => rule.kind === kind))
            .length,
      );
      expect(counts).toContain(1);
      expect(counts).toContain(2);
    }
  });

  it('is plain data', () => {
    expect(JSON.parse(JSON.stringify(lifecycle))).toEqual(lifecycle);
  });
});

describe('walks', () => {
  it('of a message', () => {
    expect(walks(message).map((walk) => walk.join(' '))).toEqual([
      'sent',
      'sent delivered',
      'sent failed',
      'sent delivered read',
    ]);
  });

  it('a payment may be paid after it failed', () => {
    expect(walks(payment).map((walk) => walk.join(' '))).toContain('pending failed paid chargeback');
  });

  it('are bounded, and walk no circle twice', () => {
    const rule = { type: 't', state: 's' };
    const circle: Lifecycle = {
      ...payment,
      facts: { a: rule, b: rule, c: rule },
      start: ['a'],
      next: { a: ['b', 'a'], b: ['c', 'a'], c: ['a'] },
    };
    expect(walks(circle)).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']]);
    expect(walks(circle, 2)).toEqual([['a'], ['a', 'b']]);
  });

  it('know what they owe', () => {
    expect(effectKinds(payment)).toEqual(['ledger']);
    expect(effectsOwed(payment, ['pending', 'paid', 'refunded'])).toBe(2);
    expect(effectsOwed(payment, ['pending', 'cancelled'])).toBe(0);
    expect(() => factRule(payment, 'shipped')).toThrow('shipped');
  });
});
