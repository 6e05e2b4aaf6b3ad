/**
 * The storm: plays that leave the receiver process alone share its concurrency (DESIGN 4.4). What cannot be digested may hurt
 * whatever is played beside it: such plays come last, a few at a time, and no more of them once the receiver was hurt.
 */
import { alterationOf } from '../../simulator/alterations/index.ts';
import { eachOf } from '../../simulator/each-of.ts';
import type { Plan } from '../../simulator/plan.ts';
import { noLoss } from '../invariants/no-loss.ts';
import { poisonDoesNotBlock } from '../invariants/poison-does-not-block.ts';
import { stillAlive } from '../invariants/still-alive.ts';
import { judgePlay } from '../judging/judge.ts';
import type { CalmView, Play } from './play.ts';
import type { Session } from './session.ts';
import { heal, settle } from './settle.ts';

/** So many plays with indigestible events at a time at least, and so many rounds of them at most. */
const POISONED_AT_ONCE_MIN = 4;
const ROUNDS_MAX = 6;

type Bounds = Parameters<typeof settle>[2];

/**
 * Storm, heal, settle and final reads of the given plays. Resolves with the id of a scenario that the receiver had not got over
 * at its end, if there was one: then plays are left that were not begun.
 */
export async function playAll(
  session: Session,
  plays: readonly Play[],
  bounds: Bounds,
): Promise<string | undefined> {
  let done = 0;
  const ended = (play: Play): void => {
    done += 1;
    session.progress({
      kind: 'play-ended',
      scenario: play.plan.scenario.id,
      seed: play.plan.seed,
      attempts: play.history.entries.filter((entry) => entry.kind === 'attempt-started').length,
      done,
      of: plays.length,
    });
  };
  const rounds = roundsOf(plays);
  for (const [round, group] of rounds.entries()) {
    if (session.signal.aborted) break;
    for (const play of rounds[round - 1] ?? []) play.close();
    if (round === 0) session.progress({ kind: 'phase', phase: 'storm' });
    await storm(session, group, bounds, ended);
    const begun = group.filter((play) => play.begun);
    if (round === 0) session.progress({ kind: 'phase', phase: 'heal' });
    await heal(session, begun);
    if (round === 0) session.progress({ kind: 'phase', phase: 'settle' });
    await settle(session, begun, bounds);
    const hurt = begun.find((play) => isPoisoned(play.plan) && !hasGotOver(play, bounds));
    if (hurt !== undefined) return hurt.plan.scenario.id;
  }
  return undefined;
}

async function storm(
  session: Session,
  plays: readonly Play[],
  calm: CalmView,
  ended: (play: Play) => void,
): Promise<void> {
  await eachOf(plays, session.settings.concurrency, async (play) => {
    if (session.signal.aborted) return;
    await play.begin(calm);
    play.history.enter('storm');
    await play.simulator.play();
    ended(play);
  });
}

function roundsOf(plays: readonly Play[]): readonly (readonly Play[])[] {
  const usual = plays.filter((play) => !isPoisoned(play.plan));
  const poisoned = plays.filter((play) => !usual.includes(play));
  const size = Math.max(POISONED_AT_ONCE_MIN, Math.ceil(poisoned.length / ROUNDS_MAX));
  const rounds: (readonly Play[])[] = usual.length === 0 ? [] : [usual];
  for (let from = 0; from < poisoned.length; from += size) rounds.push(poisoned.slice(from, from + size));
  return rounds;
}

function isPoisoned({ deliveries }: Plan): boolean {
  return deliveries.some(({ alter }) => alter !== undefined && alterationOf(alter).kind === 'poison');
}

function hasGotOver(play: Play, { sights }: Bounds): boolean {
  const verdicts = judgePlay(play.record(), sights, [noLoss, poisonDoesNotBlock, stillAlive]);
  return verdicts.every((verdict) => verdict.outcome !== 'fail');
}
