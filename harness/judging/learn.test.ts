import { describe, expect, it } from 'vitest';
import type { SeenEffect } from '../../simulator/history.ts';
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import { payment } from '../../simulator/lifecycles/payment.ts';
import { PlayScript } from './fixtures/play-script.ts';
import { learnLifecycle, unsteadyKinds, type CalmSight } from './learn.ts';

/** One calm object: before the first fact, then after each. */
function life(
  objectId: string,
  walk: readonly string[],
  seen: readonly (readonly [string | null, ...string[]])[],
): readonly CalmSight[] {
  const { facts } = new PlayScript().object(...walk).plan;
  return seen.map(([state, ...kinds], index) => ({
    objectId,
    facts: facts.slice(0, index),
    state,
    effects: kinds.map((kind): SeenEffect => ({ kind })),
  }));
}

const clean = life(
  'o1',
  ['pending', 'paid', 'refunded'],
  [
    [null],
    ['NOVO', 'payments'],
    ['PAGO', 'payments', 'postings', 'postings'],
    ['DEVOLVIDO', 'payments', 'postings', 'postings', 'postings', 'postings'],
  ],
);

describe('learnLifecycle', () => {
  it('takes over states, kinds and how many come together', () => {
    const learned = learnLifecycle(payment, clean);
    expect(factRule(learned, 'pending')).toMatchObject({ state: 'NOVO', effects: [{ kind: 'payments' }] });
    expect(factRule(learned, 'paid')).toMatchObject({
      state: 'PAGO',
      effects: [{ kind: 'postings', times: 2 }],
    });
    expect(learned.next).toEqual(payment.next);
    expect(factRule(learned, 'chargeback').effects).toEqual([]);
  });

  it('leaves out what is ignored', () => {
    const learned = learnLifecycle(payment, clean, ['payments']);
    expect(factRule(learned, 'pending').effects).toEqual([]);
  });

  it.each([
    ['comes once with this object and twice with another', [[null], ['NOVO'], ['PAGO', 'postings']]],
    ['is taken away again', [[null], ['NOVO', 'postings', 'postings'], ['PAGO', 'postings']]],
  ] as const)('a kind that %s is not relied on', (_, other) => {
    const learned = learnLifecycle(payment, [...clean, ...life('o2', ['pending', 'paid'], other)]);
    const kinds = Object.values(learned.facts).flatMap((rule) =>
      (rule.effects ?? []).map(({ kind }) => kind),
    );
    expect(kinds).not.toContain('postings');
  });

  it('a kind that came after all waiting had ended is not relied on', () => {
    const [last] = clean.slice(-1);
    const late = { ...last, effects: [...(last?.effects ?? []), { kind: 'postings' }] } as CalmSight;
    const learned = learnLifecycle(payment, [...clean, late]);
    expect(factRule(learned, 'paid').effects).toEqual([]);
    expect(factRule(learned, 'pending').effects).toEqual([{ kind: 'payments' }]);
    expect(unsteadyKinds([...clean, late])).toEqual(['postings']);
    expect(unsteadyKinds([...clean, ...clean.slice(-1)])).toEqual([]);
  });

  it('a state that never changes, or is not always the same, is none', () => {
    const still = life('o1', ['pending', 'paid'], [[null], ['open'], ['open']]);
    expect(factRule(learnLifecycle(payment, still), 'paid').state).toMatch(/never seen/);
    const moody = [...clean, ...life('o2', ['pending', 'paid'], [[null], ['NOVO'], ['PAID']])];
    const learned = learnLifecycle(payment, moody);
    expect(factRule(learned, 'paid').state).toMatch(/never seen/);
    expect(factRule(learned, 'pending').state).toBe('NOVO');
  });
});
