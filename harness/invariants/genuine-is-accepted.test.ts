import { describe, expect, it } from 'vitest';
import { alterations } from '../../simulator/alterations/index.ts';
import { bothWays, clearSight, PlayScript, type Answer } from '../judging/fixtures/play-script.ts';
import { judgePlay } from '../judging/judge.ts';
import { genuineIsAccepted } from './genuine-is-accepted.ts';
import { invariants } from './index.ts';

function oddity(expects: 'taken' | 'either', fromSecondAttempt?: true): string {
  const found = alterations.find(
    (one) =>
      one.kind === 'oddity' &&
      one.expects === expects &&
      one.tolerates === undefined &&
      one.fromSecondAttempt === fromSecondAttempt,
  );
  if (found === undefined) throw new RangeError(expects);
  return found.id;
}

const TAKEN = oddity('taken');
const EITHER = oddity('either');
const REPEATED = oddity('taken', true);

/** Eight attempts of the first delivery, answered like this. */
function odd(alter: string, ...answers: readonly Answer[]): PlayScript {
  const script = new PlayScript(undefined, { hazards: ['oddity-arrived'] }).object('pending', 'paid');
  for (const answer of answers) script.attempt('e1', answer, { alter });
  return answers.at(-1) === 200 ? script : script.end('d1', 'exhausted');
}

function failedOf(script: PlayScript): readonly string[] {
  const all = judgePlay(script.record, [clearSight()], invariants);
  return all.filter((verdict) => verdict.outcome === 'fail').map((verdict) => verdict.invariant);
}

describe('genuine-is-accepted', () => {
  it('what every receiver must take, within the schedule', () => {
    expect(bothWays(genuineIsAccepted, (refused) => odd(TAKEN, 400, refused ? 400 : 200))).toEqual([
      'pass',
      'fail',
    ]);
    expect(odd(TAKEN, 401, 401).judge(genuineIsAccepted).violations).toMatchObject([
      { key: 'refused:401', subject: 'f1' },
    ]);
  });

  it.each([200, 400, 413, 422] as const)('what a receiver may refuse is right when answered %s', (answer) => {
    expect(odd(EITHER, 500, answer).judge(genuineIsAccepted).outcome).toBe('pass');
    expect(failedOf(odd(EITHER, 500, answer))).toEqual([]);
  });

  it.each([500, 'timeout', 'broken'] as const)('and wrong when answered with %s to the end', (answer) => {
    expect(odd(EITHER, answer, answer).judge(genuineIsAccepted).violations).toMatchObject([
      { key: `refused:${answer}` },
    ]);
  });

  it('nobody else speaks of it', () => {
    expect(failedOf(odd(TAKEN, 400, 400))).toEqual(['genuine-is-accepted']);
    expect(failedOf(odd(EITHER, 'timeout', 'timeout'))).toEqual(['genuine-is-accepted']);
  });

  it('a repeat that is written otherwise than the first attempt, which was taken', () => {
    const build = (refused: boolean): PlayScript => {
      const script = new PlayScript(undefined, { hazards: ['oddity-arrived'] }).object('pending');
      script.attempt('e1', 200, { lost: true, alter: REPEATED });
      script.attempt('e1', refused ? 401 : 200, { alter: REPEATED });
      return refused ? script.end('d1', 'exhausted') : script;
    };
    expect(bothWays(genuineIsAccepted, build)).toEqual(['pass', 'fail']);
    expect(failedOf(build(true))).toEqual(['genuine-is-accepted']);
  });

  it('what needs real gaps is undecided', () => {
    const script = odd(TAKEN, 500, 500).attempt('e1', 200, { alter: TAKEN, realGap: true });
    expect(script.judge(genuineIsAccepted)).toMatchObject({
      outcome: 'unknown',
      because: { code: 'needs-real-gaps' },
    });
  });

  it('never reached, or ended by us: not judged', () => {
    for (const answer of ['never-sent', 'refused', 'reset', 'gave-up'] as const)
      expect(odd(TAKEN, answer).judge(genuineIsAccepted).outcome).toBe('skipped');
  });

  it('the genuine event after a forged one of the same fact', () => {
    const build = (refused: boolean): PlayScript => {
      const script = new PlayScript(undefined, { hazards: ['forgery-arrived'] }).object('pending');
      script.forge('e1').attempt('e1', refused ? 409 : 200);
      return refused ? script.end('d1', 'exhausted') : script;
    };
    expect(bothWays(genuineIsAccepted, build)).toEqual(['pass', 'fail']);
    expect(build(true).judge(genuineIsAccepted).violations).toMatchObject([
      { key: 'refused-after-forgery:409', subject: 'f1' },
    ]);
    expect(failedOf(build(true))).toEqual(['genuine-is-accepted']);
  });

  it('one that was refused before the forgery came is for others to judge', () => {
    const script = new PlayScript(undefined, { hazards: ['forgery-arrived'] }).object('pending');
    script.attempt('e1', 400).forge('e1').attempt('e1', 400).end('d1', 'exhausted');
    expect(failedOf(script)).toEqual(['delivery-completes']);
  });

  it('clean events of an object whose odd event was refused may be refused too', () => {
    const script = odd(EITHER, 400).attempt('e2', 404).end('d2', 'exhausted');
    expect(failedOf(script)).toEqual([]);
    const taken = odd(EITHER, 200).attempt('e2', 404).end('d2', 'exhausted');
    expect(failedOf(taken)).toEqual(['delivery-completes']);
  });
});
