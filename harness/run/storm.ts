/** The storm: plays that leave the receiver process alone share its concurrency (DESIGN 4.4). */
import { eachOf } from '../../simulator/each-of.ts';
import type { CalmView, Play } from './play.ts';
import type { Session } from './session.ts';
import { heal, settle } from './settle.ts';

async function storm(session: Session, plays: readonly Play[], calm: CalmView): Promise<void> {
  let done = 0;
  await eachOf(plays, session.settings.concurrency, async (play) => {
    if (session.signal.aborted) return;
    await play.begin(calm);
    play.history.enter('storm');
    await play.simulator.play();
    done += 1;
    session.progress({
      kind: 'play-ended',
      scenario: play.plan.scenario.id,
      seed: play.plan.seed,
      attempts: play.history.entries.filter((entry) => entry.kind === 'attempt-started').length,
      done,
      of: plays.length,
    });
  });
}

/** Storm, heal, settle and final reads of the given plays. */
export async function playAll(
  session: Session,
  plays: readonly Play[],
  bounds: Parameters<typeof settle>[2],
): Promise<void> {
  session.progress({ kind: 'phase', phase: 'storm' });
  await storm(session, plays, bounds);
  const begun = plays.filter((play) => play.begun);
  session.progress({ kind: 'phase', phase: 'heal' });
  await heal(session, begun);
  session.progress({ kind: 'phase', phase: 'settle' });
  await settle(session, begun, bounds);
}
