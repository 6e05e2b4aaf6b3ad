/** After the storm: exhausted deliveries at real intervals, then waiting for everything owed, then the final reads. */
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import { eachOf } from '../../simulator/each-of.ts';
import { acknowledged, attemptsOf } from '../../simulator/record.ts';
import { owedOf } from '../judging/owed.ts';
import { lifecycleState, placedFacts } from '../judging/states.ts';
import { isNewer } from '../../simulator/truth.ts';
import type { Play } from './play.ts';
import type { Session } from './session.ts';

/** Real seconds between the tries of a delivery that ran out of its compressed schedule (DESIGN 4.1). */
const REAL_GAPS_MS = [1000, 2000, 4000, 8000] as const;
/** Deliveries tried again per play: if a few of a kind stay refused, so would the rest. */
const REAL_GAP_DELIVERIES_MAX = 4;
const QUIET_AFTER_MS = 500;
const PLAYS_AT_ONCE = 8;

/** Sends what ran out of attempts again at growing real intervals, all plays together. */
export async function heal(session: Session, plays: readonly Play[]): Promise<void> {
  let open = plays.flatMap((play) => {
    play.history.enter('heal');
    return play.simulator
      .exhausted()
      .slice(0, REAL_GAP_DELIVERIES_MAX)
      .map((deliveryId) => ({ play, deliveryId }));
  });
  for (const gapMs of REAL_GAPS_MS) {
    if (open.length === 0 || session.signal.aborted) return;
    session.progress({
      kind: 'waiting',
      detail: `${open.length} refused deliveries are sent again after ${gapMs / 1000} s`,
    });
    await session.clock.sleep(gapMs, session.signal);
    const refused: typeof open = [];
    await eachOf(open, PLAYS_AT_ONCE, async (one) => {
      if (!session.signal.aborted && !(await one.play.simulator.tryAgain(one.deliveryId))) refused.push(one);
    });
    open = refused;
  }
}

/**
 * Waits until every minimum owed can be seen (at most `timeoutMs`), then three times the calm latency (at least 500 ms), so that
 * what comes late can still come; then reads everything once more, for good.
 */
export async function settle(
  session: Session,
  plays: readonly Play[],
  latencyMs: number,
  timeoutMs: number,
): Promise<void> {
  for (const play of plays) play.history.enter('settle');
  const deadline = session.clock.tickMs() + timeoutMs;
  let open = [...plays];
  for (let pauseMs = 50; open.length > 0 && !session.signal.aborted; pauseMs = Math.min(pauseMs * 2, 1000)) {
    const unsettled: Play[] = [];
    await eachOf(open, PLAYS_AT_ONCE, async (play) => {
      const objects = wanting(session, play);
      if (objects.length === 0) return;
      await play.watch.readEffects(objects);
      await play.watch.readStates(objects);
      if (wanting(session, play).length > 0) unsettled.push(play);
    });
    open = unsettled;
    if (open.length === 0 || session.clock.tickMs() > deadline) break;
    session.progress({
      kind: 'waiting',
      detail: `something owed cannot be seen yet in ${open.length} play(s)`,
    });
    await session.clock.sleep(pauseMs, session.signal);
  }
  if (session.observers.length > 0)
    await session.clock.sleep(Math.max(QUIET_AFTER_MS, 3 * latencyMs), session.signal);
  await eachOf(plays, PLAYS_AT_ONCE, async (play) => {
    play.history.enter('final');
    await play.watch.readEffects(play.objectIds);
    await play.watch.readStates(play.objectIds);
    if (session.signal.aborted) play.history.append({ actor: 'control', kind: 'interrupted' });
  });
}

/** Objects of which some observer has not yet seen what is owed at least. */
function wanting(session: Session, play: Play): readonly string[] {
  const record = play.record();
  return play.objectIds.filter((objectId) => {
    const placed = placedFacts(record, objectId);
    const owed = placed.reduce(
      (sum, { fact }) =>
        sum +
        (factRule(play.plan.lifecycle, fact.fact).effects ?? []).reduce(
          (least, rule) => least + owedOf(record, fact, rule).min,
          0,
        ),
      0,
    );
    const taken = placed.filter(({ fact }) => attemptsOf(record, fact).some(acknowledged));
    const current = placed.filter(({ fact }) => !taken.some((newer) => isNewer(play.plan, newer.fact, fact)));
    return session.observers.some((observer) => {
      const effects = play.watch.effects(observer.name, objectId);
      if (observer.readEffects !== undefined && owed > 0 && (effects?.length ?? 0) < owed) return true;
      if (observer.readState === undefined || taken.length === 0) return false;
      const state = play.watch.state(observer.name, objectId);
      if (typeof state !== 'string') return true;
      const name = lifecycleState(play.plan.lifecycle, state);
      return name !== undefined && !current.some((one) => one.state === name);
    });
  });
}
