import { describe, expect, it } from 'vitest';
import { bothWays, clearSight, PlayScript, type Answer } from '../judging/fixtures/play-script.ts';
import { judgePlay } from '../judging/judge.ts';
import { invariants } from './index.ts';
import { poisonDoesNotBlock } from './poison-does-not-block.ts';

const ALTER = 'malformed-json';

/** Malformed about the first object; then a clean event of the second, and the last one of a third. */
function poisoned(clean: Answer, probe: Answer = 200, poison: Answer = 400): PlayScript {
  const script = new PlayScript(undefined, { hazards: ['poison-arrived'] });
  script.object('pending', 'paid').object('pending').probe();
  script.attempt('e1', poison, { alter: ALTER });
  if (poison !== 200) script.end('d1', 'exhausted');
  script.attempt('e3', clean).attempt('e4', probe);
  if (clean !== 200) script.end('d3', 'exhausted');
  if (probe !== 200) script.end('d4', 'exhausted');
  return script;
}

function failedOf(script: PlayScript): readonly string[] {
  const all = judgePlay(script.record, [clearSight()], invariants);
  return all.filter((verdict) => verdict.outcome === 'fail').map((verdict) => verdict.invariant);
}

describe('poison-does-not-block', () => {
  it('a clean event of another object, after it', () => {
    expect(bothWays(poisonDoesNotBlock, (refused) => poisoned(refused ? 503 : 200))).toEqual([
      'pass',
      'fail',
    ]);
    expect(poisoned(503).judge(poisonDoesNotBlock).violations).toMatchObject([
      { key: 'blocked:503', subject: 'f3' },
    ]);
  });

  it.each([503, 'timeout', 'broken'] as const)('nobody else speaks of it: %s', (answer) => {
    expect(failedOf(poisoned(answer, answer))).toEqual(['poison-does-not-block']);
  });

  it('a receiver that is gone is told by still-alive', () => {
    expect(failedOf(poisoned('refused', 'refused'))).toEqual(['still-alive']);
    expect(failedOf(poisoned('refused', 'refused').exit())).toEqual(['still-alive']);
  });

  it('clean events of the same object may be refused', () => {
    const script = poisoned(200).attempt('e2', 404).end('d2', 'exhausted');
    expect(failedOf(script)).toEqual([]);
  });

  it('what was over before is not judged', () => {
    const script = new PlayScript(undefined, { hazards: ['poison-arrived'] })
      .object('pending')
      .object('pending');
    script
      .attempt('e2', 500)
      .end('d2', 'exhausted')
      .attempt('e1', 400, { alter: ALTER })
      .end('d1', 'exhausted');
    expect(script.judge(poisonDoesNotBlock).outcome).toBe('skipped');
    expect(failedOf(script)).toEqual(['delivery-completes']);
  });

  it('within the schedule is soon enough, and what needs real gaps is undecided', () => {
    const script = new PlayScript(undefined, { hazards: ['poison-arrived'] })
      .object('pending')
      .object('pending');
    script.attempt('e1', 400, { alter: ALTER }).end('d1', 'exhausted').attempt('e2', 500);
    expect(script.judge(poisonDoesNotBlock).outcome).toBe('skipped');
    const late = poisoned(500).attempt('e3', 200, { realGap: true });
    expect(late.judge(poisonDoesNotBlock).outcome).toBe('unknown');
    expect(script.attempt('e2').judge(poisonDoesNotBlock).outcome).toBe('pass');
  });

  it('indigestible facts owe 0 to 1, whatever was answered', () => {
    const script = (effects: readonly string[]): PlayScript => {
      const play = new PlayScript(undefined, { hazards: ['poison-arrived'] })
        .object('paid')
        .object('pending');
      play.attempt('e1', 200, { alter: 'nul-in-text' }).attempt('e2').enter('final');
      return play.effects('o1', ...effects).state('o1', effects.length === 0 ? null : 'paid');
    };
    expect(failedOf(script([]))).toEqual([]);
    expect(failedOf(script(['ledger e1']))).toEqual([]);
    expect(failedOf(script(['ledger e1', 'ledger e1']))).toEqual(['single-effect']);
  });
});
