import { describe, expect, it } from 'vitest';
import { message } from '../../simulator/lifecycles/message.ts';
import { payment } from '../../simulator/lifecycles/payment.ts';
import { switching } from '../judging/fixtures/lifecycles.ts';
import { bothWays, CLEAR, clearSight, PlayScript, unclear } from '../judging/fixtures/play-script.ts';
import { singleEffect } from './single-effect.ts';

const SPOILT = ['pass', 'fail'];

describe('single-effect', () => {
  it('a lost 200 and its retry: one effect, or two', () => {
    const outcomes = bothWays(singleEffect, (doubled) =>
      new PlayScript(payment, { hazards: ['retry-after-lost-reply'] })
        .object('pending', 'paid')
        .attempt('e1')
        .attempt('e2', 200, { lost: true, fault: 'lose-response' })
        .attempt('e2')
        .enter('final')
        .effects('o1', 'ledger e2', ...(doubled ? ['ledger e2'] : [])),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('tells what was doubled, and shows the attempts and the read', () => {
    const script = new PlayScript()
      .object('pending', 'paid')
      .attempt('e1')
      .attempt('e2', 200, { lost: true })
      .attempt('e2')
      .enter('final')
      .effects('o1', 'ledger e2', 'ledger e2');
    const [violation] = script.judge(singleEffect).violations;
    expect(violation).toMatchObject({ key: 'doubled:ledger', subject: 'f2' });
    const shown = violation?.evidence.map((index) => script.history.entries[index]?.kind);
    expect(shown).toEqual([
      'attempt-started',
      'attempt-replied',
      'attempt-started',
      'attempt-replied',
      'effects',
    ]);
  });

  it('two calls with one idempotency key are one effect, with two keys they are two', () => {
    const outcomes = bothWays(singleEffect, (otherKey) =>
      new PlayScript()
        .object('pending', 'paid')
        .attempt('e2')
        .enter('final')
        .effects(
          'o1',
          { kind: 'ledger', eventId: 'e2', key: 'k1' },
          { kind: 'ledger', eventId: 'e2', key: otherKey ? 'k2' : 'k1' },
        ),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('one key for effects of two kinds hides neither', () => {
    const script = new PlayScript()
      .object('pending', 'paid')
      .attempt('e2')
      .enter('final')
      .effects('o1', { kind: 'email', key: 'k' }, { kind: 'ledger', key: 'k' });
    expect(script.judge(singleEffect)).toMatchObject({ outcome: 'pass', witnesses: 1 });
  });

  it('effects that name no event are summed per object', () => {
    const outcomes = bothWays(singleEffect, (third) =>
      new PlayScript()
        .object('pending', 'paid', 'refunded')
        .attempt('e2')
        .attempt('e3')
        .enter('final')
        .effects('o1', 'ledger', 'ledger', ...(third ? ['ledger'] : [])),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('one nameless effect among named ones: all are summed', () => {
    const outcomes = bothWays(singleEffect, (third) =>
      new PlayScript()
        .object('pending', 'paid', 'refunded')
        .attempt('e2')
        .attempt('e3')
        .enter('final')
        .effects('o1', 'ledger e2', 'ledger', ...(third ? ['ledger e2'] : [])),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('two events that announce one fact owe one effect', () => {
    const outcomes = bothWays(singleEffect, (second) => {
      const script = new PlayScript().object('pending', 'paid');
      const other = script.announceAgain('e2');
      return script
        .attempt('e2')
        .attempt(other)
        .enter('final')
        .effects('o1', 'ledger e2', ...(second ? [`ledger ${other}`] : []));
    });
    expect(outcomes).toEqual(SPOILT);
  });

  it.each(['never-sent', 'refused', 'cut-short'] as const)(
    'an event that never reached anybody (%s) owes none: an effect of it is one too many',
    (answer) => {
      const outcomes = bothWays(singleEffect, (effect) =>
        new PlayScript()
          .object('pending', 'paid')
          .object('pending', 'paid')
          .attempt('e1')
          .attempt('e2', answer)
          .attempt('e4')
          .enter('final')
          .effects('o1', ...(effect ? ['ledger e2'] : []))
          .effects('o2', 'ledger e4'),
      );
      expect(outcomes).toEqual(SPOILT);
    },
  );

  it('but a fact that the provider API told of may have its effect, once', () => {
    const outcomes = bothWays(singleEffect, (twice) =>
      new PlayScript()
        .object('pending', 'paid')
        .attempt('e1')
        .told('o1', 'f1', 'f2')
        .attempt('e2', 'never-sent')
        .enter('final')
        .effects('o1', 'ledger e2', ...(twice ? ['ledger e2'] : [])),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it.each(['reset', 'gave-up', 'timeout', 'broken', 'aborted'] as const)(
    'an event that reached the receiver and was never answered (%s) may have its effect, once',
    (answer) => {
      const outcomes = bothWays(singleEffect, (twice) =>
        new PlayScript()
          .object('pending', 'paid')
          .attempt('e2', answer)
          .enter('final')
          .effects('o1', 'ledger e2', ...(twice ? ['ledger e2'] : [])),
      );
      expect(outcomes).toEqual(SPOILT);
    },
  );

  it('an effect of a fact that owes none is one too many, and says of which object', () => {
    const build = (effect: boolean): PlayScript =>
      new PlayScript()
        .object('pending', 'failed')
        .object('pending', 'paid')
        .attempt('e2')
        .attempt('e4')
        .enter('final')
        .effects('o1', ...(effect ? ['ledger e2'] : []))
        .effects('o2', 'ledger e4');
    expect(bothWays(singleEffect, build)).toEqual(SPOILT);
    const [violation] = build(true).judge(singleEffect).violations;
    expect(violation?.subject).toBe('o1');
    expect(violation?.expected).toContain('o1');
  });

  it('only the last of the final reads counts, and reads before the end do not', () => {
    const script = new PlayScript()
      .object('pending', 'paid')
      .attempt('e2')
      .enter('settle')
      .effects('o1', 'ledger e2', 'ledger e2')
      .enter('final')
      .effects('o1', 'ledger e2', 'ledger e2')
      .effects('o1', 'ledger e2');
    expect(script.judge(singleEffect).outcome).toBe('pass');
  });

  it('has nothing to judge where no effects are owed, where none were read, or where no fact owes one', () => {
    expect(new PlayScript(switching).object('created').attempt('e1').judge(singleEffect)).toMatchObject({
      outcome: 'skipped',
      because: { code: 'nothing-to-judge' },
    });
    expect(new PlayScript().object('pending', 'paid').attempt('e2').judge(singleEffect).outcome).toBe(
      'skipped',
    );
    const noneOwed = new PlayScript().object('pending').attempt('e1').enter('final').effects('o1');
    expect(noneOwed.judge(singleEffect).outcome).toBe('skipped');
  });

  it('needs an observer that sees one effect and counts two', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e2').enter('final');
    script.effects('o1', 'ledger e2');
    const sight = clearSight();
    const cannotCount = { ...sight, counts: { ledger: unclear(false) } };
    const cannotSee = { ...sight, effects: { ledger: unclear(false) } };
    expect(script.judge(singleEffect, [cannotCount]).outcome).toBe('unknown');
    expect(script.judge(singleEffect, [cannotSee]).outcome).toBe('unknown');
    expect(script.judge(singleEffect, []).outcome).toBe('skipped');
    expect(script.judge(singleEffect, [{ ...sight, effects: { ledger: unclear(true) } }]).outcome).toBe(
      'skipped',
    );
    const counts = { ledger: CLEAR };
    expect(script.judge(singleEffect, [cannotSee, { ...sight, observer: 'http', counts }]).outcome).toBe(
      'pass',
    );
  });

  it('counts each kind by itself: a second notification of another fact is none too many', () => {
    const outcomes = bothWays(singleEffect, (changed) =>
      new PlayScript(message)
        .object('sent', 'delivered', 'read')
        .attempt('e2')
        .attempt('e3')
        .enter('final')
        .effects('o1', 'notification e2', changed ? 'notification e2' : 'notification e3'),
    );
    expect(outcomes).toEqual(SPOILT);
  });
});
