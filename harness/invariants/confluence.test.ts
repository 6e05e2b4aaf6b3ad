import { describe, expect, it } from 'vitest';
import { payment } from '../../simulator/lifecycles/payment.ts';
import { clearSight, CLEAR, PlayScript } from '../judging/fixtures/play-script.ts';
import { say } from '../judging/say.ts';
import type { Reference, Sight } from '../judging/sight.ts';
import { confluence } from './confluence.ts';

const end = (walk: string, state: string | null, ...effects: Reference['effects']): Reference => ({
  walk: walk.split(' '),
  state,
  effects,
});
const row = (amount: string): Reference['effects'][number] => ({ kind: 'ledger', row: { amount } });

const ENDS = [
  end('pending', 'pending'),
  end('pending paid', 'paid', row('5')),
  end('pending paid refunded', 'refunded', row('5'), row('-5')),
  end('pending refunded', 'refunded', row('-5')),
  end('refunded', 'refunded', row('-5')),
  end('paid', 'paid', row('5')),
  end('paid refunded', 'refunded', row('5'), row('-5')),
];

function sight(change: Partial<Sight> = {}): Sight {
  return {
    ...clearSight(payment),
    effects: { ledger: CLEAR },
    reference: { ends: ENDS, loose: [] },
    ...change,
  };
}

const inOrder = (): PlayScript =>
  new PlayScript().object('pending', 'paid').attempt('e1').attempt('e2').enter('final');

describe('confluence', () => {
  it('an object that ends as in calm weather is right', () => {
    const script = inOrder().effects('o1', row('5')).state('o1', 'paid');
    expect(script.judge(confluence, [sight()])).toMatchObject({ outcome: 'pass', witnesses: 2 });
  });

  it.each([
    ['more:ledger', [row('5'), row('5')], 'paid'],
    ['fewer:ledger', [], 'paid'],
    ['state', [row('5')], 'pending'],
    ['cell:ledger.amount', [row('50')], 'paid'],
  ] as const)('%s is a difference', (key, effects, state) => {
    const script = inOrder()
      .effects('o1', ...effects)
      .state('o1', state);
    const verdict = script.judge(confluence, [sight()]);
    expect(verdict).toMatchObject({ outcome: 'fail', requirement: 'should' });
    expect(verdict.violations.map((violation) => violation.key)).toContain(key);
  });

  it('a cell that means nothing is not compared, a doubtful kind decides nothing', () => {
    const wrong = (): PlayScript => inOrder().effects('o1', row('50')).state('o1', 'paid');
    const loose = sight({ reference: { ends: ENDS, loose: ['ledger.amount'] } });
    expect(wrong().judge(confluence, [loose]).outcome).toBe('pass');
    const doubt = { because: say('who-knows', 'who knows'), remedy: say('ask', 'ask') };
    expect(wrong().judge(confluence, [sight({ doubts: { ledger: doubt } })])).toMatchObject({
      outcome: 'unknown',
      because: { code: 'who-knows' },
    });
  });

  it('an overtaken fact may be there or not; cells may depend on the order', () => {
    const late = (): PlayScript =>
      new PlayScript()
        .object('pending', 'paid', 'refunded')
        .attempt('e3')
        .attempt('e1')
        .attempt('e2')
        .enter('final');
    for (const effects of [[row('5'), row('-5')], [row('-5')], [row('7')]]) {
      const script = late()
        .effects('o1', ...effects)
        .state('o1', 'refunded');
      expect(script.judge(confluence, [sight()]).outcome).toBe('pass');
    }
    const none = late().effects('o1').state('o1', 'refunded');
    expect(none.judge(confluence, [sight()]).outcome).toBe('fail');
  });

  it('what was never played in calm weather is not judged, and nothing at all is where nothing was learned', () => {
    const unknownEnd = sight({ reference: { ends: ENDS.slice(0, 1), loose: [] } });
    const script = inOrder().effects('o1').state('o1', 'pending');
    expect(script.judge(confluence, [unknownEnd]).outcome).toBe('skipped');
    expect(script.judge(confluence, [clearSight()])).toMatchObject({
      outcome: 'skipped',
      because: { code: 'meaning-declared' },
    });
  });
});
