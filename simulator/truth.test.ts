import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlayScript } from '../harness/judging/fixtures/play-script.ts';
import { lastFactMs } from './plan.ts';
import { areTied, byAge, factsOf, isNewer, truthAt } from './truth.ts';

const script = new PlayScript().object('pending', 'paid', '=refunded').object('pending', 'failed');
const { plan } = script;
const [pending, paid, refunded, otherPending] = ['f1', 'f2', 'f3', 'f4'].map((id) => script.fact(id));
if (!pending || !paid || !refunded || !otherPending) throw new Error('facts');

describe('what is true', () => {
  it('before the first fact nothing is', () => {
    expect(truthAt(plan, 'o1', -1)).toBeNull();
    expect(truthAt(plan, 'o9', 10_000)).toBeNull();
  });

  it('is the newest fact so far, with all before it', () => {
    expect(truthAt(plan, 'o1', 0)).toMatchObject({ status: 'pending', version: 1, facts: [{ id: 'f1' }] });
    expect(truthAt(plan, 'o1', 1999)).toMatchObject({ status: 'pending' });
    expect(truthAt(plan, 'o1', 2000)).toMatchObject({ status: 'refunded', version: 3 });
    expect(truthAt(plan, 'o2', 9999)).toMatchObject({ status: 'failed', version: 2 });
  });

  it('the last fact of a plan is when it is', () => {
    expect(lastFactMs(plan)).toBe(2000);
    expect(lastFactMs(new PlayScript().plan)).toBe(0);
  });
});

describe('the order of facts', () => {
  it('is by instant, then by version', () => {
    const mixed = { ...plan, facts: [...plan.facts].reverse() };
    expect(factsOf(mixed, 'o1').map((fact) => fact.id)).toEqual(['f1', 'f2', 'f3']);
    expect(byAge(pending, paid)).toBeLessThan(0);
    expect(byAge(refunded, paid)).toBeGreaterThan(0);
  });

  it('one is newer than another, never than itself', () => {
    expect(isNewer(plan, paid, pending)).toBe(true);
    expect(isNewer(plan, pending, paid)).toBe(false);
    expect(isNewer(plan, paid, paid)).toBe(false);
  });

  it('a tie is one instant without versions in the payloads, and then neither is newer', () => {
    expect(areTied(plan, paid, refunded)).toBe(true);
    expect(areTied(plan, refunded, paid)).toBe(true);
    expect(areTied(plan, paid, paid)).toBe(false);
    expect(areTied(plan, pending, paid)).toBe(false);
    expect(isNewer(plan, refunded, paid)).toBe(false);
    expect(isNewer(plan, paid, refunded)).toBe(false);
  });

  it('a version in a payload breaks the tie', () => {
    const events = plan.events.map((event) =>
      event.factId === 'f3' ? { ...event, payload: { ...event.payload, version: 3 } } : event,
    );
    const shown = { ...plan, events };
    expect(areTied(shown, paid, refunded)).toBe(false);
    expect(isNewer(shown, refunded, paid)).toBe(true);
  });

  it('is a strict order on any object: of two facts one is newer, or they are tied', () => {
    const names = fc.array(fc.constantFrom('paid', '=paid', 'failed', '=refunded'), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(names, (rest) => {
        const drawn = new PlayScript().object('pending', ...rest).plan;
        for (const left of drawn.facts)
          for (const right of drawn.facts) {
            if (left.id === right.id) continue;
            const holds = [
              isNewer(drawn, left, right),
              isNewer(drawn, right, left),
              areTied(drawn, left, right),
            ];
            expect(holds.filter(Boolean)).toHaveLength(1);
          }
      }),
    );
  });
});
