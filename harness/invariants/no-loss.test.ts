import { describe, expect, it } from 'vitest';
import { payment } from '../../simulator/lifecycles/payment.ts';
import { paymentWhen } from '../judging/fixtures/lifecycles.ts';
import { bothWays, clearSight, PlayScript, unclear } from '../judging/fixtures/play-script.ts';
import { noLoss } from './no-loss.ts';

describe('no-loss', () => {
  it('what was acknowledged must happen', () => {
    const outcomes = bothWays(noLoss, (missing) =>
      new PlayScript()
        .object('pending', 'paid')
        .attempt('e1')
        .attempt('e2')
        .enter('final')
        .effects('o1', ...(missing ? [] : ['ledger e2'])),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('a 200 that the provider took for a timeout is an acknowledgement too', () => {
    const outcomes = bothWays(noLoss, (missing) =>
      new PlayScript()
        .object('pending', 'paid')
        .attempt('e2', 200, { lost: true })
        .enter('final')
        .effects('o1', ...(missing ? [] : ['ledger e2'])),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('a 200 that came after the provider had given up is an acknowledgement too; without it nothing is owed', () => {
    const outcomes = bothWays(noLoss, (late) => {
      const script = new PlayScript().object('pending', 'paid').object('pending', 'paid');
      const flight = script.attempt('e4').begin('e2', { fault: 'give-up' });
      flight.answer('gave-up');
      if (late) flight.late(200);
      return script.enter('final').effects('o1').effects('o2', 'ledger e4');
    });
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it.each([
    [999, undefined, 'unknown'],
    [1001, undefined, 'fail'],
    [1001, 400, 'unknown'],
    [1201, 400, 'fail'],
  ] as const)(
    'a newer fact %i ms later, to a receiver that works for %s ms after its answers: %s',
    (afterMs, lagMs, outcome) => {
      const script = new PlayScript().object('pending', 'paid', 'refunded');
      script.attempt('e2').attempt('e3', 200, { afterMs }).enter('final');
      if (lagMs !== undefined)
        script.history.append({ actor: 'control', kind: 'note', note: 'lag', values: lagMs });
      expect(script.effects('o1', 'ledger e3').judge(noLoss).outcome).toBe(outcome);
    },
  );

  it('a row that was there and went again is undecided where nobody declared that it is an effect', () => {
    const learned = { ...payment, learned: true as const };
    const outcomes = ([payment, learned] as const).map((lifecycle) =>
      new PlayScript(lifecycle)
        .object('pending', 'paid')
        .attempt('e1')
        .attempt('e2')
        .effects('o1', 'ledger')
        .enter('final')
        .effects('o1')
        .judge(noLoss),
    );
    expect(outcomes.map((verdict) => verdict.outcome)).toEqual(['fail', 'unknown']);
    expect(outcomes[1]?.because.code).toBe('row-went-again');
  });

  it.each([204, 299] as const)('%i is an acknowledgement', (status) => {
    const script = new PlayScript().object('pending', 'paid').attempt('e2', status);
    expect(script.enter('final').effects('o1').judge(noLoss).outcome).toBe('fail');
  });

  it.each([302, 404, 500, 'reset', 'timeout'] as const)('%s is none', (answer) => {
    const script = new PlayScript().object('pending', 'paid').object('pending', 'paid');
    script.attempt('e2', answer).attempt('e4').enter('final').effects('o1').effects('o2', 'ledger e4');
    expect(script.judge(noLoss)).toMatchObject({ outcome: 'pass', witnesses: 1 });
  });

  it('an overtaken fact may be left out; one that was not overtaken may not', () => {
    const outcomes = bothWays(noLoss, (inOrder) => {
      const script = new PlayScript().object('pending', 'paid', 'refunded');
      if (inOrder) script.attempt('e2').attempt('e3');
      else script.attempt('e3').attempt('e2');
      return script.enter('final').effects('o1', 'ledger e3');
    });
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('overtaken means: the newer one was on the wire before the first 200 ended', () => {
    const outcomes = bothWays(noLoss, (afterwards) => {
      const script = new PlayScript().object('pending', 'paid', 'refunded');
      const paid = script.begin('e2');
      if (afterwards) paid.answer(200);
      const refunded = script.begin('e3');
      if (!afterwards) paid.answer(200);
      refunded.answer(200);
      return script.enter('final').effects('o1', 'ledger e3');
    });
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('a newer one that never reached anybody overtakes nothing', () => {
    const outcomes = bothWays(noLoss, (neverThere) =>
      new PlayScript()
        .object('pending', 'paid', 'refunded')
        .object('pending', 'paid')
        .attempt('e3', neverThere ? 'never-sent' : 500)
        .attempt('e2')
        .attempt('e5')
        .enter('final')
        .effects('o1')
        .effects('o2', 'ledger e5'),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('a newer one that the receiver knew from the provider API overtakes as well', () => {
    const outcomes = bothWays(noLoss, (toldLater) => {
      const script = new PlayScript().object('pending', 'paid', 'refunded').object('pending', 'paid');
      const paid = script.begin('e2');
      if (!toldLater) script.told('o1', 'f1', 'f2', 'f3');
      paid.answer(200);
      if (toldLater) script.told('o1', 'f1', 'f2', 'f3');
      return script.attempt('e5').enter('final').effects('o1').effects('o2', 'ledger e5');
    });
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('the truth about an older fact overtakes nothing', () => {
    const script = new PlayScript().object('pending', 'paid');
    script.told('o1', 'f1').attempt('e2').enter('final').effects('o1');
    expect(script.judge(noLoss).outcome).toBe('fail');
  });

  it('of two facts of one instant either may be taken for the older one, but not both', () => {
    const outcomes = bothWays(noLoss, (both) =>
      new PlayScript()
        .object('paid', '=refunded')
        .attempt('e1')
        .attempt('e2')
        .enter('final')
        .effects('o1', ...(both ? [] : ['ledger e1'])),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('a version decides between facts of one instant', () => {
    const tied = new PlayScript().object('paid', '=refunded').attempt('e1').attempt('e2');
    const plan = tied.plan;
    const shown = plan.events.map((event, position) => ({
      ...event,
      payload: { ...event.payload, version: position + 1 },
    }));
    const record = { ...tied.enter('final').effects('o1', 'ledger e1').record };
    const judged = noLoss.judge({ ...record, plan: { ...plan, events: shown } }, [clearSight()]);
    expect(judged.violations.map((violation) => violation.subject)).toEqual(['f2']);
  });

  it('`always` is owed although overtaken', () => {
    const outcomes = bothWays(noLoss, (missing) =>
      new PlayScript(paymentWhen('always'))
        .object('pending', 'paid', 'refunded')
        .attempt('e3')
        .attempt('e2')
        .enter('final')
        .effects('o1', 'ledger e3', ...(missing ? [] : ['ledger e2'])),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('sums where effects name no event', () => {
    const outcomes = bothWays(noLoss, (missing) =>
      new PlayScript()
        .object('pending', 'paid', 'refunded')
        .attempt('e2')
        .attempt('e3')
        .enter('final')
        .effects('o1', 'ledger', ...(missing ? [] : ['ledger'])),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('does not need to count to two, but to see', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e2').enter('final');
    script.effects('o1', 'ledger e2');
    const sight = clearSight();
    expect(script.judge(noLoss, [{ ...sight, counts: { ledger: unclear(false) } }]).outcome).toBe('pass');
    expect(script.judge(noLoss, [{ ...sight, effects: { ledger: unclear(false) } }]).outcome).toBe('unknown');
    expect(script.judge(noLoss, []).outcome).toBe('skipped');
  });

  it('does not mix what two places show: an effect that one of them misses is missing there', () => {
    const sights = [clearSight(payment, 'http'), clearSight(payment, 'sql')];
    const script = new PlayScript().object('pending', 'paid').attempt('e2').enter('final');
    script.effects('o1', 'ledger e2');
    script.history.append({
      actor: 'observer',
      kind: 'effects',
      observer: 'sql',
      objectId: 'o1',
      startIndex: 0,
      effects: [],
    });
    expect(script.find(noLoss, sights).violations.map((violation) => violation.actual)).toEqual([
      '0 × ledger (seen by sql)',
    ]);
  });

  it('what was never seen in calm weather either is undecided', () => {
    const sight = { ...clearSight(), effectsOf: { ledger: ['refunded'] } };
    const script = (): PlayScript => new PlayScript().object('pending', 'paid').attempt('e2').enter('final');
    expect(script().effects('o1').judge(noLoss, [sight])).toMatchObject({
      outcome: 'unknown',
      because: { code: 'effect-never-seen' },
    });
    expect(script().effects('o1', 'ledger e2').judge(noLoss, [sight]).outcome).toBe('pass');
  });

  it('one read of a whole object that was not seen to count decides nothing; reads event by event do', () => {
    const script = (): PlayScript =>
      new PlayScript().object('pending', 'paid', 'refunded').attempt('e2').attempt('e3').enter('final');
    const counts = { ledger: unclear(false) };
    const outcomes = (['object', 'event'] as const).map(
      (readsBy) =>
        script()
          .effects('o1', 'ledger e2')
          .judge(noLoss, [{ ...clearSight(), counts, readsBy }]).outcome,
    );
    expect(outcomes).toEqual(['unknown', 'fail']);
  });

  it('a receiver that asks for the truth is counted per object: it may book a fact under the event that made it ask', () => {
    const outcomes = bothWays(noLoss, (missing) =>
      new PlayScript()
        .object('pending', 'paid', 'refunded')
        .attempt('e2')
        .told('o1', 'f1', 'f2', 'f3')
        .attempt('e3')
        .enter('final')
        .effects('o1', 'ledger e3', ...(missing ? [] : ['ledger e3'])),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('says nothing of a receiver that ended in the middle', () => {
    const outcomes = bothWays(noLoss, (ended) => {
      const script = new PlayScript().object('pending', 'paid').attempt('e2');
      if (ended) script.exit();
      return script.enter('final').effects('o1');
    });
    expect(outcomes).toEqual(['fail', 'unknown']);
  });
});
