import { describe, expect, it } from 'vitest';
import { switching } from '../judging/fixtures/lifecycles.ts';
import { bothWays, clearSight, PlayScript, unclear } from '../judging/fixtures/play-script.ts';
import { finalState } from './final-state.ts';

const SPOILT = ['pass', 'fail'];

describe('final-state', () => {
  it('the newest acknowledged fact wins whatever the order of arrival', () => {
    const outcomes = bothWays(finalState, (stale) =>
      new PlayScript()
        .object('pending', 'paid', 'refunded')
        .attempt('e3')
        .attempt('e1')
        .attempt('e2')
        .enter('final')
        .state('o1', stale ? 'paid' : 'refunded'),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('says what it ends as and should end as', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e2').attempt('e1').enter('final');
    const [violation] = script.state('o1', 'pending').judge(finalState).violations;
    expect(violation).toMatchObject({
      key: 'stale',
      subject: 'o1',
      expected: 'o1 ends as "paid"',
      actual: 'it ends as "pending" (seen by http)',
    });
  });

  it('an object with an acknowledged fact is there in the end', () => {
    const outcomes = bothWays(finalState, (missing) =>
      new PlayScript()
        .object('pending')
        .attempt('e1')
        .enter('final')
        .state('o1', missing ? null : 'pending'),
    );
    expect(outcomes).toEqual(SPOILT);
  });

  it('where nothing was acknowledged, nothing is judged', () => {
    const outcomes = bothWays(finalState, (acknowledged) =>
      new PlayScript()
        .object('pending')
        .attempt('e1', acknowledged ? 200 : 503)
        .enter('final')
        .state('o1', null),
    );
    expect(outcomes).toEqual(['skipped', 'fail']);
  });

  it('a newer fact that reached the receiver and was never answered may show; one that never reached it may not', () => {
    for (const state of ['paid', 'refunded']) {
      const outcomes = bothWays(finalState, (unreached) =>
        new PlayScript()
          .object('pending', 'paid', 'refunded')
          .attempt('e2')
          .attempt('e3', unreached ? 'never-sent' : 'reset')
          .enter('final')
          .state('o1', state),
      );
      expect(outcomes).toEqual(['pass', state === 'paid' ? 'pass' : 'fail']);
    }
  });

  it('a newer fact that the receiver knew from the provider API may show', () => {
    const outcomes = bothWays(finalState, (untold) => {
      const script = new PlayScript().object('pending', 'paid').attempt('e1');
      if (!untold) script.told('o1', 'f1', 'f2');
      return script.attempt('e2', 'never-sent').enter('final').state('o1', 'paid');
    });
    expect(outcomes).toEqual(SPOILT);
  });

  it('an older fact that was acknowledged late does not count', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e2').attempt('e1').enter('final');
    expect(script.state('o1', 'paid').judge(finalState).outcome).toBe('pass');
  });

  it('a 200 that the provider took for a timeout is an acknowledgement too', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e1');
    script.attempt('e2', 200, { lost: true }).enter('final').state('o1', 'pending');
    expect(script.judge(finalState).outcome).toBe('fail');
  });

  it.each(['paid', 'refunded'])('of two facts of one instant either may win: %s', (state) => {
    const script = new PlayScript().object('pending', 'paid', '=refunded').attempt('e1').attempt('e2');
    expect(script.attempt('e3').enter('final').state('o1', state).judge(finalState).outcome).toBe('pass');
  });

  it('but what was before them may not', () => {
    const script = new PlayScript().object('pending', 'paid', '=refunded').attempt('e1').attempt('e2');
    expect(script.attempt('e3').enter('final').state('o1', 'pending').judge(finalState).outcome).toBe('fail');
  });

  it('only the last final read counts', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e1').attempt('e2');
    script.state('o1', 'pending').enter('final').state('o1', 'pending').state('o1', 'paid');
    expect(script.judge(finalState).outcome).toBe('pass');
  });

  it('a state that the lifecycle does not know is undecided, one that it maps is not', () => {
    const script = (state: string): PlayScript =>
      new PlayScript(switching).object('created', 'on').attempt('e2').enter('final').state('o1', state);
    expect(script('archived').judge(finalState)).toMatchObject({
      outcome: 'unknown',
      because: { code: 'state-not-in-lifecycle', values: { state: 'archived' } },
    });
    expect(script('ON').judge(finalState).outcome).toBe('pass');
  });

  it('a failure elsewhere is told although one state is unknown', () => {
    const outcomes = bothWays(finalState, (stale) =>
      new PlayScript()
        .object('pending')
        .object('pending', 'paid')
        .attempt('e1')
        .attempt('e3')
        .enter('final')
        .state('o1', 'archived')
        .state('o2', stale ? 'pending' : 'paid'),
    );
    expect(outcomes).toEqual(['unknown', 'fail']);
  });

  it('a state that was never seen in calm weather either is undecided when it is missing', () => {
    const sight = { ...clearSight(), statesOf: ['pending'] };
    const script = (state: string): PlayScript =>
      new PlayScript()
        .object('pending', 'paid')
        .attempt('e1')
        .attempt('e2')
        .enter('final')
        .state('o1', state);
    expect(script('pending').judge(finalState, [sight])).toMatchObject({
      outcome: 'unknown',
      because: { code: 'state-never-seen' },
    });
    expect(script('paid').judge(finalState, [sight]).outcome).toBe('pass');
  });

  it('needs a clear view', () => {
    const script = new PlayScript().object('pending').attempt('e1').enter('final').state('o1', 'pending');
    expect(script.judge(finalState, [{ ...clearSight(), state: unclear(false) }]).outcome).toBe('unknown');
    expect(script.judge(finalState, [{ ...clearSight(), state: unclear(true) }]).outcome).toBe('skipped');
  });

  it('a last read that failed leaves the case open, whatever the others showed', () => {
    const outcomes = [false, true].map((failed) => {
      const script = new PlayScript().object('pending').object('pending').attempt('e1').attempt('e2');
      script.enter('final').state('o1', 'pending');
      if (failed) {
        script.history.append({
          actor: 'observer',
          kind: 'observer-failed',
          observer: 'http',
          objectId: 'o2',
          message: 'GET … answered 500',
        });
      } else script.state('o2', 'pending');
      return script.judge(finalState);
    });
    expect(outcomes[0]).toMatchObject({ outcome: 'pass', witnesses: 2 });
    expect(outcomes[1]).toMatchObject({ outcome: 'unknown', because: { code: 'final-read-failed' } });
  });
});
