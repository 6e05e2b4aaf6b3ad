import { describe, expect, it } from 'vitest';
import { bothWays, PlayScript } from '../judging/fixtures/play-script.ts';
import { acksInTime } from './acks-in-time.ts';

describe('acks-in-time', () => {
  it('an answer, whatever it says, or none before the timeout', () => {
    const outcomes = bothWays(acksInTime, (late) =>
      new PlayScript().object('pending').attempt('e1', late ? 'timeout' : 500),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('tells how slow the slowest was', () => {
    expect(new PlayScript().object('pending').attempt('e1').judge(acksInTime).because.text).toContain(
      'slowest 7 ms of 15000 ms',
    );
  });

  it.each(['gave-up', 'reset', 'never-sent', 'refused', 'broken', 'aborted', 'cut-short'] as const)(
    'what ended otherwise (%s) says nothing',
    (answer) => {
      const script = new PlayScript().object('pending').attempt('e1', answer);
      expect(script.judge(acksInTime).outcome).toBe('skipped');
    },
  );

  it('a late answer to a provider that had given up says nothing', () => {
    const script = new PlayScript().object('pending');
    const flight = script.begin('e1');
    flight.answer('gave-up');
    flight.late(200);
    expect(script.judge(acksInTime).outcome).toBe('skipped');
  });

  it('several late answers to one fact are one violation', () => {
    const script = new PlayScript().object('pending').attempt('e1', 'timeout').attempt('e1', 'timeout');
    expect(script.judge(acksInTime).violations).toHaveLength(1);
  });

  it('is a must only where the timeout is documented', () => {
    const script = (timeoutBasis: 'documented' | 'inferred' | 'assumed'): PlayScript =>
      new PlayScript(undefined, { timeoutBasis }).object('pending').attempt('e1');
    expect(script('documented').judge(acksInTime).requirement).toBe('must');
    expect(script('inferred').judge(acksInTime).requirement).toBe('should');
    expect(script('assumed').judge(acksInTime).requirement).toBe('should');
  });
});
