import { describe, expect, it } from 'vitest';
import type { EffectRule } from '../../simulator/lifecycles/lifecycle.ts';
import { PlayScript } from './fixtures/play-script.ts';
import { owedOf, type Owed } from './owed.ts';

function owed(script: PlayScript, factId: string, when?: EffectRule['when']): string {
  const rule = { kind: 'ledger', ...(when === undefined ? {} : { when }) };
  const { min, max, why }: Owed = owedOf(script.record, script.fact(factId), rule);
  return `${min} to ${max}, ${why}`;
}

function payment(): PlayScript {
  return new PlayScript().object('pending', 'paid', 'refunded');
}

describe('what a fact owes', () => {
  it.each([undefined, 'always', 'ifCurrent'] as const)(
    'when never tried or never reached (%s): nothing',
    (when) => {
      expect(owed(payment(), 'f2', when)).toBe('0 to 0, never-reached');
      expect(owed(payment().attempt('e2', 'refused').attempt('e2', 'cut-short'), 'f2', when)).toBe(
        '0 to 0, never-reached',
      );
    },
  );

  it.each([undefined, 'always', 'ifCurrent'] as const)(
    'when reached and never answered 2xx (%s): 0 to 1',
    (when) => {
      expect(owed(payment().attempt('e2', 500), 'f2', when)).toBe('0 to 1, never-answered');
      expect(owed(payment().attempt('e3').attempt('e2', 'reset'), 'f2', when)).toBe('0 to 1, never-answered');
    },
  );

  it('an attempt that has no reply yet may have reached', () => {
    const script = payment();
    script.begin('e2');
    expect(owed(script, 'f2')).toBe('0 to 1, never-answered');
  });

  it.each([undefined, 'always', 'ifCurrent'] as const)(
    'when answered 2xx and current (%s): exactly 1',
    (when) => {
      expect(owed(payment().attempt('e1').attempt('e2'), 'f2', when)).toBe('1 to 1, acknowledged');
      expect(owed(payment().attempt('e2').attempt('e3'), 'f2', when)).toBe('1 to 1, acknowledged');
      expect(owed(payment().attempt('e2', 200, { lost: true }), 'f2', when)).toBe('1 to 1, acknowledged');
      expect(owed(payment().attempt('e2', 503).attempt('e2', 200, { realGap: true }), 'f2', when)).toBe(
        '1 to 1, acknowledged',
      );
    },
  );

  it('the first 2xx decides: what comes between it and a repeat overtakes nothing', () => {
    const script = payment().attempt('e2', 200, { lost: true }).attempt('e3').attempt('e2');
    expect(owed(script, 'f2')).toBe('1 to 1, acknowledged');
    const refused = payment().attempt('e2', 500).attempt('e3').attempt('e2');
    expect(owed(refused, 'f2')).toBe('0 to 1, overtaken');
  });

  it('when overtaken: 0 to 1, `always` exactly 1, `ifCurrent` none', () => {
    const script = payment().attempt('e3').attempt('e2');
    expect(owed(script, 'f2')).toBe('0 to 1, overtaken');
    expect(owed(script, 'f2', 'always')).toBe('1 to 1, acknowledged');
    expect(owed(script, 'f2', 'ifCurrent')).toBe('0 to 0, overtaken');
  });

  it('`ifCurrent` when both were in flight together: 0 to 1', () => {
    const script = payment();
    const paid = script.begin('e2');
    script.attempt('e3');
    paid.answer(200);
    expect(owed(script, 'f2', 'ifCurrent')).toBe('0 to 1, overtaken');
  });

  it('`ifCurrent` when the newer one was refused before, or is known only from the provider API: 0 to 1', () => {
    expect(owed(payment().attempt('e3', 500).attempt('e2'), 'f2', 'ifCurrent')).toBe('0 to 1, overtaken');
    const told = payment();
    told.told('o1', 'f3').attempt('e2');
    expect(owed(told, 'f2', 'ifCurrent')).toBe('0 to 1, overtaken');
  });

  it('`ifCurrent` overtaken by one that was there before and by one in flight: 0 to 1 is not denied by the other', () => {
    const script = new PlayScript().object('pending', 'failed', 'paid', 'refunded');
    script.attempt('e4');
    const failed = script.begin('e2');
    script.attempt('e3');
    failed.answer(200);
    expect(owed(script, 'f2', 'ifCurrent')).toBe('0 to 1, overtaken');
  });

  it('a tied fact makes it optional, whatever came first', () => {
    const script = new PlayScript().object('paid', '=refunded').attempt('e1').attempt('e2');
    expect(owed(script, 'f1')).toBe('1 to 1, acknowledged');
    expect(owed(script, 'f2')).toBe('0 to 1, overtaken');
    expect(owed(script, 'f2', 'ifCurrent')).toBe('0 to 1, overtaken');
    expect(owed(script, 'f2', 'always')).toBe('1 to 1, acknowledged');
  });

  it('what a forged request claims is 0 to 1, and excuses nothing', () => {
    const script = payment().claim('f3').forge('e3').attempt('e2');
    expect(owed(script, 'f3')).toBe('0 to 1, never-reached');
    expect(owed(script, 'f2')).toBe('1 to 1, acknowledged');
    expect(owed(script, 'f2', 'ifCurrent')).toBe('1 to 1, acknowledged');
  });

  it('nor does one about a fact that comes later by the provider itself', () => {
    const script = payment().forge('e3').attempt('e2').attempt('e3');
    expect(owed(script, 'f2')).toBe('1 to 1, acknowledged');
  });

  it('what cannot be digested is 0 to 1 although it was taken, and may have overtaken', () => {
    const script = payment().attempt('e3', 200, { alter: 'malformed-json' }).attempt('e2');
    expect(owed(script, 'f3')).toBe('0 to 1, never-reached');
    expect(owed(script, 'f2')).toBe('0 to 1, overtaken');
  });

  it('a batch owes for each of its events: 0 to 1 when refused as a whole, exactly 1 when taken', () => {
    const objects = (): PlayScript => new PlayScript().object('paid').object('paid').object('paid');
    const refused = objects().attempt('e1', 500, { also: ['e2', 'e3'] });
    for (const fact of ['f1', 'f2', 'f3']) expect(owed(refused, fact)).toBe('0 to 1, never-answered');
    const taken = objects().attempt('e1', 200, { also: ['e2', 'e3'] });
    for (const fact of ['f1', 'f2', 'f3']) expect(owed(taken, fact)).toBe('1 to 1, acknowledged');
  });

  it('a batch with a bad item owes 0 to 1 for each when refused, and for the bad one in any case', () => {
    const objects = (): PlayScript => new PlayScript().object('paid').object('paid').object('paid');
    const refused = objects().attempt('e1', 400, { also: ['e2', 'e3'], alter: 'bad-item-middle' });
    for (const fact of ['f1', 'f2', 'f3']) expect(owed(refused, fact)).toBe('0 to 1, never-reached');
    const taken = objects().attempt('e1', 200, { also: ['e2', 'e3'], alter: 'bad-item-middle' });
    expect(owed(taken, 'f2')).toBe('0 to 1, never-reached');
    for (const fact of ['f1', 'f3']) expect(owed(taken, fact)).toBe('1 to 1, acknowledged');
  });

  it('facts of other objects overtake nothing', () => {
    const script = new PlayScript().object('pending', 'paid').object('pending', 'paid', 'refunded');
    script.attempt('e5').attempt('e2');
    expect(owed(script, 'f2')).toBe('1 to 1, acknowledged');
  });
});
