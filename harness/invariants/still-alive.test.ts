import { describe, expect, it } from 'vitest';
import { bothWays, PlayScript, type Answer } from '../judging/fixtures/play-script.ts';
import { stillAlive } from './still-alive.ts';

function probed(...answers: readonly Answer[]): PlayScript {
  const script = new PlayScript().object('pending').probe().attempt('e1');
  for (const answer of answers) script.attempt('e2', answer);
  return script;
}

describe('still-alive', () => {
  it('the last event of all is taken, at once or in the end', () => {
    expect(probed(200).judge(stillAlive)).toMatchObject({ outcome: 'pass', witnesses: 1 });
    expect(probed(500, 500, 200).judge(stillAlive).outcome).toBe('pass');
  });

  it('refused over the whole schedule, or nobody there', () => {
    expect(probed(500).end('d2', 'exhausted').judge(stillAlive).violations[0]?.key).toBe('refuses');
    expect(probed('refused').end('d2', 'exhausted').judge(stillAlive).violations[0]?.key).toBe('unreachable');
  });

  it('other objects are no probe', () => {
    const script = new PlayScript().object('pending').attempt('e1', 500).end('d1', 'exhausted');
    expect(script.judge(stillAlive).outcome).toBe('skipped');
  });

  it('a probe that was never sent says nothing', () => {
    expect(probed().judge(stillAlive).outcome).toBe('skipped');
  });

  it('the receiver ended by itself', () => {
    const outcomes = bothWays(stillAlive, (ended) => (ended ? probed(200).exit() : probed(200)));
    expect(outcomes).toEqual(['pass', 'fail']);
    expect(probed().exit().judge(stillAlive).violations[0]).toMatchObject({
      key: 'exited',
      actual: 'exit code 1',
    });
  });

  it('an interruption in the middle of the probe is not its end', () => {
    expect(probed(503).interrupt().judge(stillAlive).outcome).toBe('unknown');
    expect(probed('aborted').interrupt().judge(stillAlive).outcome).toBe('unknown');
    expect(probed(503, 'aborted').end('d2', 'exhausted').interrupt().judge(stillAlive).outcome).toBe(
      'unknown',
    );
  });

  it('taken only at real intervals: undecided', () => {
    const outcomes = bothWays(stillAlive, (refused) => {
      const script = probed(500).end('d2', 'exhausted');
      return script.attempt('e2', refused ? 500 : 200, { realGap: true });
    });
    expect(outcomes).toEqual(['unknown', 'fail']);
  });

  it('is judged whatever the scenario is for', () => {
    const script = new PlayScript(undefined, { hazards: ['replay'] }).object('pending').probe();
    const replay = script.attempt('e1').again('e1', 'replay');
    script.attempt('e1', 200, { delivery: replay }).attempt('e2', 200);
    expect(script.judge(stillAlive)).toMatchObject({ outcome: 'pass', witnesses: 1 });
  });
});
