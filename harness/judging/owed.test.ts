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

  it('facts of other objects overtake nothing', () => {
    const script = new PlayScript().object('pending', 'paid').object('pending', 'paid', 'refunded');
    script.attempt('e5').attempt('e2');
    expect(owed(script, 'f2')).toBe('1 to 1, acknowledged');
  });
});
