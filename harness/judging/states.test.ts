import { describe, expect, it } from 'vitest';
import { payment } from '../../simulator/lifecycles/payment.ts';
import { switching } from './fixtures/lifecycles.ts';
import { PlayScript } from './fixtures/play-script.ts';
import { say } from './say.ts';
import { lifecycleState, placedFacts } from './states.ts';

describe('states', () => {
  it("are the lifecycle's, under its own names or the receiver's", () => {
    expect(lifecycleState(payment, 'paid')).toBe('paid');
    expect(lifecycleState(payment, 'PAID')).toBeUndefined();
    expect(lifecycleState(switching, 'ON')).toBe('on');
    expect(lifecycleState(switching, 'onAgain')).toBeUndefined();
  });

  it('have places in the order of their facts; tied facts share one', () => {
    const script = new PlayScript().object('pending', 'paid', '=refunded').object('pending');
    expect(placedFacts(script.record, 'o1').map(({ place, state }) => `${place} ${state}`)).toEqual([
      '1 pending',
      '2 paid',
      '2 refunded',
    ]);
  });

  it('are known from the first byte that reached the receiver, or from the provider API', () => {
    const script = new PlayScript().object('pending', 'paid', 'refunded');
    script.attempt('e1', 'never-sent');
    const wire = script.history.length;
    script.attempt('e1').attempt('e1');
    const told = script.history.length;
    script.told('o1', 'f1', 'f2').attempt('e2');
    expect(placedFacts(script.record, 'o1').map((one) => one.knownFrom)).toEqual([
      wire,
      told,
      Number.MAX_SAFE_INTEGER,
    ]);
  });
});

describe('a sentence', () => {
  it('is filled from its values, and keeps what it does not know', () => {
    expect(say('code', '{a} and {b}, {a} {c}', { a: 1, b: 'two' })).toEqual({
      code: 'code',
      values: { a: 1, b: 'two' },
      text: '1 and two, 1 {c}',
    });
  });

  it('does not read placeholders in values', () => {
    expect(say('code', '{a}{b}', { a: '{b}', b: '$&' }).text).toBe('{b}$&');
  });
});
