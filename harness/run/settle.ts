/** After the storm: exhausted deliveries at real intervals, then waiting for everything owed, then the final reads. */
import { LAG_NOTE } from '../../simulator/record.ts';
import { eachOf } from '../../simulator/each-of.ts';
import { awaitsRepeat } from '../judging/outgoing.ts';
import type { Sight } from '../judging/sight.ts';
import { wantingValues } from './owing-values.ts';
import { wanting } from './owing.ts';
import type { Play } from './play.ts';
import type { Session } from './session.ts';

/** Real seconds between the tries of a delivery that ran out of its compressed schedule (DESIGN 4.1). */
const REAL_GAPS_MS = [1000, 2000, 4000, 8000] as const;
/** Deliveries tried again per play: if a few of a kind stay refused, so would the rest. */
const REAL_GAP_DELIVERIES_MAX = 4;
const QUIET_AFTER_MS = 500;
const PLAYS_AT_ONCE = 8;
/** How long to wait for the repeat of a call whose answer was lost: only a repeat shows whether it has a key. */
const REPEAT_MS = 5000;
/** How many times the settle timeout is waited in all, as long as something new is seen. */
const IDLE_TIMEOUTS_MAX = 10;

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
 * Waits until every minimum owed can be seen (until nothing new was for `timeoutMs`, and ten times that at most), then three
 * times the calm latency (at least 500 ms), so that what comes late can still come; then reads everything once more, for good.
 */
export async function settle(
  session: Session,
  plays: readonly Play[],
  bounds: {
    readonly latencyMs: number;
    readonly settleTimeoutMs: number;
    readonly sights: readonly Sight[];
  },
): Promise<void> {
  const { latencyMs, settleTimeoutMs: timeoutMs, sights } = bounds;
  for (const play of plays) play.history.enter('settle');
  const startedMs = session.clock.tickMs();
  const end = startedMs + IDLE_TIMEOUTS_MAX * timeoutMs;
  let deadline = session.clock.tickMs() + timeoutMs;
  let open = [...plays];
  const lacking = new Map<Play, { readonly objects: readonly string[]; readonly lookedMs: number }>();
  let before = '';
  for (let pauseMs = 50; open.length > 0 && !session.signal.aborted; pauseMs = Math.min(pauseMs * 2, 1000)) {
    const unsettled: Play[] = [];
    await eachOf(open, PLAYS_AT_ONCE, async (play) => {
      const objects = allWanting(play, sights);
      if (objects.length === 0) return;
      await play.watch.readEffects(objects);
      await play.watch.readStates(wanting(play, sights, objects));
      await play.watch.readValues(wantingValues(play, sights));
      const still = allWanting(play, sights);
      // Only what a look before this one had not shown came late.
      const late = lacking.get(play);
      if (late?.objects.some((objectId) => !still.includes(objectId)) === true)
        session.lag.saw(late.lookedMs);
      lacking.set(play, { objects: still, lookedMs: session.clock.tickMs() - startedMs });
      if (still.length > 0) unsettled.push(play);
    });
    open = unsettled;
    // A receiver that still works through a queue that we filled faster than real life would is not late.
    const seen = sightOf(session, open);
    if (seen !== before) deadline = Math.min(end, session.clock.tickMs() + timeoutMs);
    before = seen;
    if (open.length === 0 || session.clock.tickMs() > deadline) break;
    session.progress({
      kind: 'waiting',
      detail: `something owed cannot be seen yet (plays: ${open.length})`,
    });
    await session.clock.sleep(pauseMs, session.signal);
  }
  if (session.observers.length > 0)
    await session.clock.sleep(Math.max(QUIET_AFTER_MS, 3 * latencyMs), session.signal);
  await untilRepeated(session, plays, Math.min(timeoutMs, REPEAT_MS));
  for (const observer of session.observers) observer.refresh?.();
  await eachOf(plays, PLAYS_AT_ONCE, async (play) => {
    play.history.enter('final');
    play.history.append({ actor: 'control', kind: 'note', note: LAG_NOTE, values: session.lag.ms });
    await play.watch.readEffects(play.objectIds);
    await play.watch.readStates(play.objectIds);
    await play.watch.readValues(play.objectIds);
    await session.checks.run(play, play.objectIds, session.signal);
    if (session.signal.aborted) play.history.append({ actor: 'control', kind: 'interrupted' });
  });
}

async function untilRepeated(session: Session, plays: readonly Play[], waitMs: number): Promise<void> {
  const { clock, signal } = session;
  const endMs = clock.tickMs() + waitMs;
  while (!signal.aborted && clock.tickMs() < endMs && plays.some((play) => awaitsRepeat(play.record())))
    await clock.sleep(REPEAT_MS / 20, signal);
}

function allWanting(play: Play, sights: readonly Sight[]): readonly string[] {
  return [...new Set([...wanting(play, sights), ...wantingValues(play, sights)])];
}

/** What was last read of the plays' objects, to be compared with what is read later. */
function sightOf(session: Session, plays: readonly Play[]): string {
  const seen = plays.flatMap((play) =>
    session.observers.flatMap((observer) =>
      play.objectIds.map((objectId) => [
        play.watch.state(observer.name, objectId) ?? null,
        play.watch.effects(observer.name, objectId)?.length ?? 0,
        play.watch.values(observer.name, objectId) ?? null,
      ]),
    ),
  );
  return JSON.stringify(seen);
}
