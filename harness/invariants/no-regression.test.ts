import { describe, expect, it } from 'vitest';
import { payment } from '../../simulator/lifecycles/payment.ts';
import { switching } from '../judging/fixtures/lifecycles.ts';
import { bothWays, clearSight, PlayScript, unclear } from '../judging/fixtures/play-script.ts';
import { noRegression } from './no-regression.ts';

const SPOILT = ['pass', 'fail'];

describe('no-regression', () => {
  it('a state that was seen new is never seen old again', () => {
    const outcomes = bothWays(noRegression, (back) =>
      new PlayScript()
        .object('pending', 'paid')
        .attempt('e2')
        .state('o1', 'paid')
        .attempt('e1')
        .state('o1', back ? 'pending' : 'paid'),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('reads that never showed a fact, or that nothing followed, are no witnesses', () => {
    const lagging = new PlayScript().object('pending', 'paid').attempt('e2');
    lagging.state('o1', null).attempt('e1').state('o1', null).state('o1', 'paid');
    expect(lagging.judge(noRegression)).toMatchObject({ outcome: 'skipped', witnesses: 0 });
    lagging.state('o1', 'paid');
    expect(lagging.judge(noRegression)).toMatchObject({ outcome: 'pass', witnesses: 2 });
  });

  it('a view that went back in calm weather decides nothing', () => {
    const sight = { ...clearSight(), steady: unclear(false) };
    const script = new PlayScript().object('pending', 'paid').attempt('e2').state('o1', 'paid');
    expect(script.state('o1', 'pending').judge(noRegression, [sight]).outcome).toBe('unknown');
  });

  it('names both states and shows both reads', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e2').state('o1', 'paid');
    const { violations } = script.attempt('e1').state('o1', 'pending').judge(noRegression);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toMatchObject({ key: 'went-back', subject: 'o1' });
    expect(violations[0]?.actual).toContain('"paid" turned back into "pending"');
    const evidence = violations[0]?.evidence ?? [];
    expect(evidence).toEqual([...evidence].sort((left, right) => left - right));
    const kinds = evidence.map((index) => script.history.entries[index]?.kind);
    expect(kinds.filter((kind) => kind === 'state')).toHaveLength(2);
  });

  it('a state that comes back with a newer fact is no way back; without that fact it is', () => {
    const outcomes = bothWays(noRegression, (unknown) =>
      new PlayScript(switching)
        .object('created', 'on', 'off', 'onAgain')
        .attempt('e2')
        .state('o1', 'on')
        .attempt('e3')
        .state('o1', 'off')
        .attempt('e4', unknown ? 'never-sent' : 503)
        .state('o1', 'on'),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('once back by a newer fact, it has moved on for good', () => {
    const outcomes = bothWays(noRegression, (back) =>
      new PlayScript(switching)
        .object('created', 'on', 'off', 'onAgain', 'removed')
        .attempt('e1')
        .attempt('e2')
        .attempt('e3')
        .attempt('e4')
        .state('o1', 'off')
        .state('o1', 'on')
        .attempt('e5')
        .state('o1', 'removed')
        .state('o1', back ? 'on' : 'removed'),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('each read is explained by the oldest fact that keeps the order: "off" may be the first one', () => {
    const script = new PlayScript(switching).object('created', 'on', 'off').attempt('e1').attempt('e2');
    script.attempt('e3').state('o1', 'off').state('o1', 'on').state('o1', 'off');
    expect(script.judge(noRegression).outcome).toBe('pass');
    expect(script.state('o1', 'on').judge(noRegression).outcome).toBe('fail');
  });

  it('the fact may be known from the wire or from the provider API', () => {
    const outcomes = bothWays(noRegression, (untold) => {
      const script = new PlayScript(switching).object('created', 'on', 'off', 'onAgain').attempt('e2');
      script.attempt('e3').state('o1', 'on').state('o1', 'off');
      if (!untold) script.told('o1', 'f1', 'f2', 'f3', 'f4');
      return script.state('o1', 'on');
    });
    expect(outcomes).toEqual(SPOILT);
  });

  it('an event whose reply is still to come may explain a read that ends after its first byte', () => {
    const outcomes = bothWays(noRegression, (later) => {
      const script = new PlayScript(switching).object('created', 'on', 'off', 'onAgain').attempt('e2');
      script.attempt('e3').state('o1', 'off');
      if (later) script.state('o1', 'on');
      const flight = script.begin('e4');
      if (!later) script.state('o1', 'on');
      flight.answer(200);
      return script.state('o1', 'on');
    });
    expect(outcomes).toEqual(SPOILT);
  });

  it('reads that overlap have no order', () => {
    const outcomes = bothWays(noRegression, (afterwards) => {
      const script = new PlayScript().object('pending', 'paid').attempt('e1').attempt('e2');
      const both = script.history.length;
      script.state('o1', 'paid', both);
      return script.state('o1', 'pending', afterwards ? both + 1 : both);
    });
    expect(outcomes).toEqual(SPOILT);
  });

  it('an overlapping read is left out, and the next one is compared again', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e1').attempt('e2');
    const both = script.history.length;
    script.state('o1', 'paid', both).state('o1', 'pending', both);
    expect(script.state('o1', 'pending').judge(noRegression).outcome).toBe('fail');
  });

  it('reads of two places are never compared', () => {
    const outcomes = bothWays(noRegression, (same) => {
      const script = new PlayScript().object('pending', 'paid').attempt('e1').attempt('e2');
      script.state('o1', 'paid').state('o1', 'paid');
      return script.state('o1', 'pending', script.history.length, same ? 'http' : 'cache');
    });
    expect(outcomes).toEqual(SPOILT);
    const sights = [clearSight(payment, 'http'), clearSight(payment, 'cache')];
    const script = new PlayScript().object('pending', 'paid').attempt('e1').attempt('e2').state('o1', 'paid');
    script.state('o1', 'pending', script.history.length, 'cache');
    script.state('o1', 'paid', script.history.length, 'cache').state('o1', 'paid');
    expect(script.judge(noRegression, sights).outcome).toBe('pass');
  });

  it('a state that `arrange` made explains itself, until there is a newer one', () => {
    const outcomes = bothWays(noRegression, (back) =>
      new PlayScript()
        .object('pending', 'paid')
        .state('o1', 'pending')
        .attempt('e2')
        .state('o1', 'paid')
        .state('o1', back ? 'pending' : 'paid'),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('an object that was there does not vanish; one that was not may appear', () => {
    const outcomes = bothWays(noRegression, (vanished) => {
      const script = new PlayScript().object('pending').attempt('e1').state('o1', null);
      return script.state('o1', 'pending').state('o1', vanished ? null : 'pending');
    });
    expect(outcomes).toEqual(SPOILT);
  });

  it('facts of one instant have no order, but both are newer than what was before', () => {
    const outcomes = bothWays(noRegression, (back) =>
      new PlayScript()
        .object('pending', 'paid', '=refunded')
        .attempt('e1')
        .attempt('e2')
        .attempt('e3')
        .state('o1', 'paid')
        .state('o1', 'refunded')
        .state('o1', back ? 'pending' : 'paid'),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('a state that is none of the lifecycle is left out; one under another name is not', () => {
    const script = (last: string): PlayScript =>
      new PlayScript(switching)
        .object('created', 'on')
        .attempt('e1')
        .attempt('e2')
        .state('o1', 'ON')
        .state('o1', 'archived')
        .state('o1', last);
    expect(script('ON').judge(noRegression).outcome).toBe('pass');
    expect(script('off').judge(noRegression).outcome).toBe('fail');
  });

  it('a state that no fact of the object has is not an older one', () => {
    const outcomes = bothWays(noRegression, (back) =>
      new PlayScript()
        .object('pending', 'paid')
        .attempt('e1')
        .attempt('e2')
        .state('o1', 'paid')
        .state('o1', back ? 'pending' : 'cancelled')
        .state('o1', 'paid'),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('an older fact that never reached anybody is older all the same', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e1', 'never-sent').attempt('e2');
    expect(script.state('o1', 'paid').state('o1', 'pending').judge(noRegression).outcome).toBe('fail');
  });

  it('one read says nothing, and without a clear view nothing is said', () => {
    const one = new PlayScript().object('pending').attempt('e1').state('o1', 'pending');
    expect(one.judge(noRegression)).toMatchObject({ outcome: 'skipped', witnesses: 0 });
    const two = one.state('o1', 'pending');
    expect(two.judge(noRegression).outcome).toBe('pass');
    expect(two.judge(noRegression, [{ ...clearSight(), state: unclear(false) }]).outcome).toBe('unknown');
    expect(two.judge(noRegression, []).outcome).toBe('skipped');
  });

  it('stands when the receiver ended or the run was interrupted', () => {
    const script = (): PlayScript =>
      new PlayScript().object('pending', 'paid').attempt('e2').state('o1', 'paid').attempt('e1');
    expect(script().state('o1', 'pending').exit().judge(noRegression).outcome).toBe('fail');
    expect(script().state('o1', 'pending').interrupt().judge(noRegression).outcome).toBe('fail');
    expect(script().state('o1', 'paid').exit().judge(noRegression).outcome).toBe('unknown');
    expect(script().state('o1', 'paid').interrupt().judge(noRegression).outcome).toBe('unknown');
  });
});
