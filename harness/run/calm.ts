/**
 * The calm check: clean events, one after another. It shows that the receiver can be spoken to at all, and for every observer
 * that it reads 0 before, 1 after and 2 for two: only such a view may decide anything later.
 */
import { effectKinds, factRule, walks, type Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Fact } from '../../simulator/model.ts';
import { acknowledged, type AttemptRecord } from '../../simulator/record.ts';
import { factsOf } from '../../simulator/truth.ts';
import type { Notice } from '../../reports/run-report.ts';
import { makePlan, type Scenario } from '../../scenarios/scenario.ts';
import type { Sight } from '../judging/sight.ts';
import { lifecycleState } from '../judging/states.ts';
import { readSights, type Reading } from './controls.ts';
import { refusalNotice } from './refusal.ts';
import { Play } from './play.ts';
import type { Session } from './session.ts';

export interface CalmResult {
  /** False when the receiver did not take the clean events: nothing else would mean anything. */
  readonly taken: boolean;
  readonly sights: readonly Sight[];
  readonly notices: readonly Notice[];
  /** The longest wait from an acknowledgement until everything owed could be seen. */
  readonly latencyMs: number;
  readonly play: Play;
}

const POLL_MS = 25;
const ATTEMPTS_MAX = 4;

/** The walks of the calm check: every kind of effect once, and one kind twice on one object where the lifecycle has that. */
export function calmWalks(lifecycle: Lifecycle): readonly (readonly string[])[] {
  const all = walks(lifecycle);
  const counts = (walk: readonly string[], kind: string): number =>
    walk.filter((fact) => (factRule(lifecycle, fact).effects ?? []).some((rule) => rule.kind === kind))
      .length;
  const chosen = effectKinds(lifecycle).flatMap((kind) => {
    const one = all.find((walk) => counts(walk, kind) === 1);
    const two = all.find((walk) => counts(walk, kind) === 2);
    return [one, two].filter((walk) => walk !== undefined);
  });
  return chosen.length > 0 ? chosen : all.slice(-1);
}

const calmCheck: Scenario = {
  id: 'calm-check',
  title: 'Calm check',
  because: 'Controls for every observer.',
  requirement: 'must',
  hazards: [],
  needs: [],
  draft: (draft) => {
    for (const walk of calmWalks(draft.lifecycle)) draft.deliverInOrder(draft.object(walk));
  },
};

export async function calmPlay(session: Session): Promise<Play> {
  const { settings, profile } = session;
  const plan = makePlan(calmCheck, {
    seed: 'calm',
    lifecycle: settings.lifecycle,
    profile,
    ...(settings.timeoutMs === undefined ? {} : { timeoutMs: settings.timeoutMs }),
    fixed: Object.keys(settings.fixed),
  });
  const play = new Play(session, plan, 'calm-check');
  await play.arrange();
  return play;
}

export async function checkCalm(session: Session, play: Play): Promise<CalmResult> {
  await play.begin();
  play.history.enter('calm');
  const objects = play.plan.objects.filter((object) => object.probe !== true);
  const readings: Reading[] = [];
  let latencyMs = 0;
  await play.watch.readStates(objects.map((object) => object.id));
  await play.watch.readEffects(objects.map((object) => object.id));
  readings.push(...objects.map((object) => reading(session, play, object.id, [])));
  const lives = objects.map((object) => factsOf(play.plan, object.id));
  const rounds = Math.max(...lives.map((facts) => facts.length));
  let failed: PromiseRejectedResult | undefined;
  // Round by round, so that the provider's truth about one object never runs ahead of its events.
  for (let round = 0; round < rounds && failed === undefined && !session.signal.aborted; round += 1) {
    const step = lives.map(async (facts) => {
      const fact = facts[round];
      if (fact === undefined) return;
      const refused = await deliver(session, play, fact);
      if (refused !== undefined) throw new Refused(refused);
      const before = session.clock.tickMs();
      await untilSeen(session, play, fact.objectId, facts.slice(0, round + 1));
      latencyMs = Math.max(latencyMs, session.clock.tickMs() - before);
      readings.push(reading(session, play, fact.objectId, facts.slice(0, round + 1)));
    });
    const outcomes = await Promise.allSettled(step);
    failed = outcomes.find((outcome) => outcome.status === 'rejected');
  }
  if (failed !== undefined && !(failed.reason instanceof Refused)) throw failed.reason;
  if (failed?.reason instanceof Refused) {
    return {
      taken: false,
      sights: [],
      notices: [refusalNotice(failed.reason.attempt, play.plan.timeoutMs)],
      latencyMs,
      play,
    };
  }
  const sights = readSights(session.observers, play, readings);
  return {
    taken: true,
    sights,
    notices: session.signal.aborted ? [] : blindNotices(sights),
    latencyMs,
    play,
  };
}

class Refused extends Error {
  readonly attempt: AttemptRecord;
  constructor(attempt: AttemptRecord) {
    super('refused');
    this.attempt = attempt;
  }
}

/** Sends one clean event, again after a real pause where a retry may help; the last attempt when it was never taken. */
async function deliver(session: Session, play: Play, fact: Fact): Promise<AttemptRecord | undefined> {
  const event = play.plan.events.find((one) => one.factId === fact.id);
  const delivery = play.plan.deliveries.find((one) => one.eventId === event?.id);
  if (delivery === undefined) return undefined;
  for (let attempt = 1; ; attempt += 1) {
    if (await play.simulator.tryAgain(delivery.id)) return undefined;
    const last = play
      .record()
      .attempts.filter((one) => one.deliveryId === delivery.id)
      .at(-1);
    if (last === undefined || acknowledged(last) || session.signal.aborted) return undefined;
    if (attempt >= ATTEMPTS_MAX || !mayHeal(last)) return last;
    await session.clock.sleep(250 * 2 ** attempt, session.signal);
  }
}

function mayHeal(attempt: AttemptRecord): boolean {
  if (attempt.reply?.kind !== 'response') return attempt.reply?.reason === 'refused';
  return [409, 425, 429].includes(attempt.reply.status) || attempt.reply.status >= 500;
}

function reading(session: Session, play: Play, objectId: string, done: readonly Fact[]): Reading {
  return {
    objectId,
    facts: done,
    seen: session.observers.map((observer) => ({
      observer: observer.name,
      state: play.watch.state(observer.name, objectId),
      effects: play.watch.effects(observer.name, objectId),
    })),
  };
}

/** Polls until every observer sees what it should, or the settle bound passes. */
async function untilSeen(
  session: Session,
  play: Play,
  objectId: string,
  done: readonly Fact[],
): Promise<void> {
  const deadline = session.clock.tickMs() + session.settings.settleTimeoutMs;
  const newest = done.at(-1);
  if (newest === undefined) return;
  const state = factRule(play.plan.lifecycle, newest.fact).state;
  const owed = done.reduce(
    (sum, fact) => sum + (factRule(play.plan.lifecycle, fact.fact).effects ?? []).length,
    0,
  );
  for (let pauseMs = POLL_MS; !session.signal.aborted; pauseMs = Math.min(pauseMs * 2, 500)) {
    await play.watch.readStates([objectId]);
    await play.watch.readEffects([objectId]);
    const satisfied = session.observers.every((observer) => {
      const seen = play.watch.state(observer.name, objectId);
      const stateSeen =
        observer.readState === undefined ||
        (typeof seen === 'string' && lifecycleState(play.plan.lifecycle, seen) === state);
      const effectsSeen =
        observer.readEffects === undefined ||
        (play.watch.effects(observer.name, objectId)?.length ?? 0) >= owed;
      return stateSeen && effectsSeen;
    });
    if (satisfied || session.clock.tickMs() > deadline) return;
    await session.clock.sleep(pauseMs, session.signal);
  }
}

function blindNotices(sights: readonly Sight[]): readonly Notice[] {
  return sights.flatMap((sight) =>
    [sight.state, ...Object.values(sight.effects), ...Object.values(sight.counts)]
      .filter((clarity) => !clarity.clear && !clarity.missing)
      .flatMap((clarity) =>
        clarity.clear ? [] : [{ level: 'error' as const, sentence: clarity.because, remedy: clarity.remedy }],
      ),
  );
}
