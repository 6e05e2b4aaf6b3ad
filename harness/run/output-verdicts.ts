/** What a receiver printed is judged when all of it is there: after its end. */
import { readPlay } from '../../simulator/record.ts';
import { invariants } from '../invariants/index.ts';
import { judgePlay } from '../judging/judge.ts';
import type { JudgedPlay } from './assemble.ts';
import type { CalmResult } from './calm.ts';
import type { Session } from './session.ts';

/**
 * Stops the receiver and judges anew what rests on its output. `release` closes our connections to it, so that it need not
 * wait for them. What happened after the plays had been judged, the receiver's end among it, changes nothing.
 */
export async function judgeOutput(
  session: Session,
  judged: readonly JudgedPlay[],
  calm: CalmResult | undefined,
  release: () => Promise<unknown>,
): Promise<readonly JudgedPlay[]> {
  const { logs, receiver } = session;
  if (logs === undefined || calm?.taken !== true) return judged;
  const before = new Map(judged.map(({ play }) => [play, play.history.length]));
  await release();
  const endedMs = session.clock.nowMs();
  // Whoever started it stops it again, and hears of what could not be ended.
  await receiver.stop().catch(() => undefined);
  logs.finish(endedMs);
  const late = invariants.filter((invariant) => invariant.afterStop === true);
  return judged.map((one) => {
    const { play } = one;
    if (!play.begun) return one;
    const length = before.get(play) ?? 0;
    const entries = play.history.entries.filter(
      (entry) => entry.index < length || entry.kind === 'log' || entry.kind === 'log-end',
    );
    const anew = judgePlay(readPlay(play.plan, entries), calm.sights, late);
    const verdicts = one.verdicts.map(
      (verdict) => anew.find((other) => other.invariant === verdict.invariant) ?? verdict,
    );
    return { ...one, verdicts };
  });
}
