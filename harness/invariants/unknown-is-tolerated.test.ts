import { describe, expect, it } from 'vitest';
import { alterations } from '../../simulator/alterations/index.ts';
import { bothWays, clearSight, PlayScript } from '../judging/fixtures/play-script.ts';
import { judgePlay } from '../judging/judge.ts';
import { invariants } from './index.ts';
import { unknownIsTolerated } from './unknown-is-tolerated.ts';

const HAZARDS = ['oddity-arrived', 'poison-arrived'];

function unknown(alter: string, refused: boolean): PlayScript {
  const script = new PlayScript(undefined, { hazards: HAZARDS }).object('paid').attempt('e1', 422, { alter });
  script.attempt('e1', refused ? 422 : 200, { alter });
  return refused ? script.end('d1', 'exhausted') : script;
}

function failedOf(script: PlayScript): readonly string[] {
  const all = judgePlay(script.record, [clearSight()], invariants);
  return all.filter((verdict) => verdict.outcome === 'fail').map((verdict) => verdict.invariant);
}

const tolerated = alterations.filter((one) => one.tolerates !== undefined).map(({ id }) => id);

describe('unknown-is-tolerated', () => {
  it.each(tolerated)('%s: taken within the schedule, or not', (alter) => {
    expect(bothWays(unknownIsTolerated, (refused) => unknown(alter, refused))).toEqual(['pass', 'fail']);
    expect(unknown(alter, true).judge(unknownIsTolerated)).toMatchObject({
      requirement: 'should',
      violations: [{ key: 'refused:422', subject: 'f1' }],
    });
    expect(failedOf(unknown(alter, true))).toEqual(['unknown-is-tolerated']);
  });

  it('a type that is ignored owes nothing', () => {
    const script = unknown('unknown-event-type', false).enter('final').effects('o1').state('o1', null);
    expect(failedOf(script)).toEqual([]);
  });

  it('what needs real gaps is undecided', () => {
    const script = unknown('unknown-event-type', true);
    script.attempt('e1', 200, { alter: 'unknown-event-type', realGap: true });
    expect(script.judge(unknownIsTolerated).outcome).toBe('unknown');
  });
});
