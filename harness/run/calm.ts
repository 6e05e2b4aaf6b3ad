/**
 * The calm check: clean events, one after another. It shows that the receiver can be spoken to at all, and for every observer
 * that it reads 0 before, 1 after and 2 for two: only such a view may decide anything later (DESIGN 4.4).
 */
import type { Notice } from '../../reports/run-report.ts';
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import type { Fact, PlannedDelivery } from '../../simulator/model.ts';
import { acknowledged, type AttemptRecord } from '../../simulator/record.ts';
import { factsOf } from '../../simulator/truth.ts';
import type { Sight } from '../judging/sight.ts';
import { lifecycleState } from '../judging/states.ts';
import { makeCalmPlan, type CalmPlan } from './calm-plan.ts';
import { readSights, type Reading } from './controls.ts';
import { Play } from './play.ts';
import { refusalNotice } from './refusal.ts';
import { Lessons } from './lessons.ts';
import { sightNotices } from './sight-notices.ts';
import type { Session } from './session.ts';
import { showsCalmValues, withValueSight } from './value-controls.ts';

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
const POLL_MAX_MS = 500;
const ATTEMPTS_MAX = 4;
/** Reads of a state that was just seen: reads from several places disagree sooner or later. */
const STEADY_READS = 4;
/** Once something could be seen, or was waited for in vain: how long to wait for the next thing at least. */
const PATIENCE_MIN_MS = 5000;
/** How long nothing must change after the first fact, and after later ones at least, before what was seen is all that came. */
const FIRST_STABLE_MS = 2500;
const STABLE_MS_MIN = 500;

export class CalmCheck {
  readonly #session: Session;
  readonly #calm: CalmPlan;
  readonly #play: Play;
  readonly #lessons: Lessons;
  readonly #readings: Reading[] = [];
  readonly #unsteady = new Set<string>();
  #latencyMs = 0;
  /** The longest wait after which something still changed; 0 until anything did. */
  readonly #changeMs = new Map<string, number>();
  #hasWaited = false;

  constructor(session: Session) {
    this.#session = session;
    this.#lessons = new Lessons(session.observers);
    this.#calm = makeCalmPlan(session, this.#lessons.wanted);
    this.#play = new Play(session, this.#calm.plan, 'calm-check');
  }

  async arrange(): Promise<void> {
    await this.#play.arrange();
  }

  async check(): Promise<CalmResult> {
    const play = this.#play;
    await play.begin();
    play.history.enter('calm');
    await play.watch.readStates(play.objectIds);
    await play.watch.readEffects(play.objectIds);
    await play.watch.readValues(play.objectIds);
    for (const objectId of play.objectIds) this.#note(objectId, []);
    const refused = await this.#liveThroughWalks();
    if (refused === undefined) {
      if (this.#lessons.wanted) await this.#repeatEverything();
      this.#lessons.learn(this.#play, this.#readings);
      await this.#probeUnseen();
    } else {
      const notices = [refusalNotice(refused, play.plan)];
      return { taken: false, sights: [], notices, latencyMs: this.#latencyMs, play };
    }
    const sights = this.#sights();
    if (!this.#session.signal.aborted)
      await this.#session.checks.control(play, this.#calm.objects, this.#session.signal);
    const notices = this.#session.signal.aborted
      ? []
      : [...sightNotices(sights, play.plan.lifecycle), ...this.#lessons.notices()];
    return { taken: true, sights, notices, latencyMs: this.#latencyMs, play };
  }

  /** Round by round, so that the provider's truth about one object never runs ahead of its events. */
  async #liveThroughWalks(): Promise<AttemptRecord | undefined> {
    const lives = this.#calm.objects.map((objectId) => factsOf(this.#play.plan, objectId));
    const rounds = Math.max(...lives.map((facts) => facts.length));
    for (let round = 0; round < rounds && !this.#session.signal.aborted; round += 1) {
      const due = lives.filter((facts) => round < facts.length).map((facts) => facts.slice(0, round + 1));
      const outcomes = await Promise.all(due.map((facts) => this.#deliverAndLook(facts)));
      const refused = outcomes.find((outcome) => outcome !== undefined);
      if (refused !== undefined) return refused;
      // One after another: a balancer in front of replicas gives reads that run in step always the same one.
      for (const facts of due) await this.#readAgain(facts);
    }
    return undefined;
  }

  /**
   * Facts that made no difference in order are sent to fresh objects, alone: if they do something there, the observer can see
   * them, and it is the receiver that dropped them before. Refusals are its right here.
   */
  async #probeUnseen(): Promise<void> {
    const sights = this.#sights().filter((sight) => sight.reference === undefined);
    const unseen = Object.entries(this.#calm.spares).filter(([fact]) =>
      sights.some((sight) => sight.unseen.includes(fact)),
    );
    await Promise.all(
      unseen.map(async ([fact, objectId]) => {
        const alone = factsOf(this.#play.plan, objectId).find((one) => one.fact === fact);
        if (alone !== undefined && !this.#session.signal.aborted) await this.#deliverAndLook([alone]);
      }),
    );
  }

  #sights(): readonly Sight[] {
    const { observers, settings } = this.#session;
    const sights = readSights(observers, this.#play, this.#readings, {
      unsteady: this.#unsteady,
      declared: settings.lifecycleDeclared === true,
      learned: this.#lessons.learned,
      loose: this.#lessons.loose,
    });
    return withValueSight(sights, observers, this.#play, this.#readings);
  }

  /** Every event once more, in order: what that does to a row says what the row is for. Refusals are the receiver's right here. */
  async #repeatEverything(): Promise<void> {
    const { plan } = this.#play;
    await this.#noteLatecomers();
    const pictures = this.#pictures(this.#calm.objects);
    for (const objectId of this.#calm.objects) {
      const facts = factsOf(plan, objectId);
      for (const delivery of facts.flatMap((fact) => this.#deliveryOf(fact) ?? []))
        if (!this.#session.signal.aborted) await this.#play.simulator.tryAgain(delivery.id);
    }
    await this.#untilStable(this.#calm.objects, pictures);
    for (const objectId of this.#calm.objects)
      this.#lessons.note(this.#play, objectId, factsOf(plan, objectId), 1);
    await this.#repeatOldest();
  }

  /** What came after all waiting had ended came with no fact in particular. */
  async #noteLatecomers(): Promise<void> {
    await this.#play.watch.readEffects(this.#calm.objects);
    for (const objectId of this.#calm.objects) {
      const noted = this.#readings.findLast((reading) => reading.objectId === objectId);
      const facts = factsOf(this.#play.plan, objectId);
      if (noted?.facts.length !== facts.length) continue;
      if (JSON.stringify(noted.seen) !== JSON.stringify(this.#seenOf(objectId))) this.#note(objectId, facts);
    }
  }

  /** The first event once more, after newer ones: columns that keep track of the last delivery show themselves. */
  async #repeatOldest(): Promise<void> {
    const { plan } = this.#play;
    const pictures = this.#pictures(this.#calm.objects);
    const lives = this.#calm.objects
      .map((objectId) => factsOf(plan, objectId))
      .filter(({ length }) => length > 1);
    for (const [oldest] of lives) {
      const delivery = oldest === undefined ? undefined : this.#deliveryOf(oldest);
      if (delivery !== undefined && !this.#session.signal.aborted)
        await this.#play.simulator.tryAgain(delivery.id);
    }
    await this.#untilStable(this.#calm.objects, pictures);
    for (const facts of lives)
      for (const { objectId } of facts.slice(0, 1)) this.#lessons.noteRows(this.#play, objectId, facts, 2);
  }

  /**
   * Until nothing has changed for a while: as long as a slow worker may need, for an observer that has never shown a change yet;
   * after that three times as long as its changes took.
   */
  async #untilStable(objectIds: readonly string[], before: ReadonlyMap<string, string>): Promise<void> {
    const { clock, settings, signal } = this.#session;
    const startedMs = clock.tickMs();
    const pictures = new Map(before);
    const patience = [...pictures.keys()]
      .map((name) => this.#changeMs.get(name))
      .map((changeMs) => (changeMs === undefined ? FIRST_STABLE_MS : Math.max(STABLE_MS_MIN, 3 * changeMs)));
    const stableMs = Math.max(...patience);
    let changedMs = startedMs;
    for (let pauseMs = POLL_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, POLL_MAX_MS / 4)) {
      await this.#play.watch.readStates(objectIds);
      await this.#play.watch.readEffects(objectIds);
      const nowMs = clock.tickMs();
      for (const [name, picture] of this.#pictures(objectIds)) {
        if (picture === pictures.get(name)) continue;
        pictures.set(name, picture);
        const changeMs = Math.max(this.#changeMs.get(name) ?? 0, nowMs - startedMs);
        this.#changeMs.set(name, changeMs);
        this.#latencyMs = Math.max(this.#latencyMs, changeMs);
        changedMs = nowMs;
      }
      if (nowMs - changedMs >= stableMs || nowMs - startedMs > settings.settleTimeoutMs) return;
      await clock.sleep(pauseMs, signal);
    }
  }

  /** By observer of what the receiver says in its own words: what it last saw. */
  #pictures(objectIds: readonly string[]): ReadonlyMap<string, string> {
    const { watch } = this.#play;
    const pupils = this.#session.observers.filter((observer) => observer.speaks === 'receiver');
    return new Map(
      pupils.map(({ name }) => [
        name,
        JSON.stringify(
          objectIds.map((id) => [watch.state(name, id) ?? null, watch.effects(name, id) ?? null]),
        ),
      ]),
    );
  }

  /** Sends the last of the facts; the attempt that was refused for good, if it was. */
  async #deliverAndLook(facts: readonly Fact[]): Promise<AttemptRecord | undefined> {
    const fact = facts.at(-1);
    if (fact === undefined) return undefined;
    const pictures = this.#pictures([fact.objectId]);
    const refused = await this.#deliver(fact);
    const isLate = refused?.reply?.kind === 'none' && refused.reply.reason === 'timeout';
    if (refused !== undefined && !isLate) return refused;
    const before = this.#session.clock.tickMs();
    const seen = await this.#untilSeen(fact.objectId, facts);
    if (seen) {
      this.#latencyMs = Math.max(this.#latencyMs, this.#session.clock.tickMs() - before);
    }
    if (this.#lessons.wanted) await this.#untilStable([fact.objectId], pictures);
    this.#hasWaited = true;
    this.#note(fact.objectId, facts);
    // Too slow for the provider, but at work: that is for acks-in-time to judge, if anybody can see the work.
    return isLate && (!seen || this.#session.observers.length === 0) ? refused : undefined;
  }

  /** One clean event, again after a real pause where a retry may help; the last attempt when it was never taken. */
  async #deliver(fact: Fact): Promise<AttemptRecord | undefined> {
    const delivery = this.#deliveryOf(fact);
    if (delivery === undefined) return undefined;
    for (let attempt = 1; ; attempt += 1) {
      if (await this.#play.simulator.tryAgain(delivery.id)) return undefined;
      const attempts = this.#play.record().attempts.filter((one) => one.deliveryId === delivery.id);
      const last = attempts.at(-1);
      if (last === undefined || acknowledged(last) || this.#session.signal.aborted) return undefined;
      if (attempt >= ATTEMPTS_MAX || !mayHeal(last)) return last;
      await this.#session.clock.sleep(250 * 2 ** attempt, this.#session.signal);
    }
  }

  #deliveryOf(fact: Fact): PlannedDelivery | undefined {
    const event = this.#play.plan.events.find((one) => one.factId === fact.id);
    return this.#play.plan.deliveries.find((one) => one.eventId === event?.id);
  }

  /** Polls until every observer sees what it should; false when the bound passes first. */
  async #untilSeen(objectId: string, facts: readonly Fact[]): Promise<boolean> {
    const { clock, settings, signal } = this.#session;
    const patienceMs = this.#hasWaited
      ? Math.min(settings.settleTimeoutMs, Math.max(PATIENCE_MIN_MS, 3 * this.#latencyMs))
      : settings.settleTimeoutMs;
    const deadline = clock.tickMs() + patienceMs;
    for (let pauseMs = POLL_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, POLL_MAX_MS)) {
      await this.#play.watch.readStates([objectId]);
      await this.#play.watch.readEffects([objectId]);
      await this.#play.watch.readValues([objectId]);
      if (this.#isSeen(objectId, facts)) return true;
      if (clock.tickMs() > deadline) return false;
      await clock.sleep(pauseMs, signal);
    }
    return false;
  }

  async #readAgain(facts: readonly Fact[]): Promise<void> {
    const objectId = facts.at(-1)?.objectId;
    if (objectId === undefined || !this.#isSeen(objectId, facts)) return;
    const seen = (observer: string): string | null | undefined => this.#play.watch.state(observer, objectId);
    const before = new Map(this.#session.observers.map(({ name }) => [name, seen(name)]));
    for (let read = 0; read < STEADY_READS; read += 1) {
      await this.#play.watch.readStates([objectId]);
      for (const { name } of this.#session.observers)
        if (seen(name) !== before.get(name)) this.#unsteady.add(name);
    }
    if (!this.#isSeen(objectId, facts)) await this.#untilSeen(objectId, facts);
  }

  #isSeen(objectId: string, facts: readonly Fact[]): boolean {
    const { lifecycle } = this.#play.plan;
    const newest = facts.at(-1);
    if (newest === undefined) return true;
    const state = factRule(lifecycle, newest.fact).state;
    const owed = facts.reduce((sum, fact) => sum + (factRule(lifecycle, fact.fact).effects ?? []).length, 0);
    const fluent = this.#session.observers.filter((observer) => observer.speaks !== 'receiver');
    return fluent.every((observer) => {
      const seen = this.#play.watch.state(observer.name, objectId);
      const stateSeen =
        observer.readState === undefined ||
        (typeof seen === 'string' && lifecycleState(lifecycle, seen) === state);
      const effects = this.#play.watch.effects(observer.name, objectId)?.length ?? 0;
      const values = this.#play.watch.values(observer.name, objectId);
      const valuesSeen = observer.readValues === undefined || showsCalmValues(this.#play.plan, facts, values);
      return stateSeen && valuesSeen && (observer.readEffects === undefined || effects >= owed);
    });
  }

  #note(objectId: string, facts: readonly Fact[]): void {
    this.#readings.push({ objectId, facts, seen: this.#seenOf(objectId) });
    this.#lessons.note(this.#play, objectId, facts, 0);
  }

  #seenOf(objectId: string): Reading['seen'] {
    return this.#session.observers.map((observer) => ({
      observer: observer.name,
      state: this.#play.watch.state(observer.name, objectId),
      effects: this.#play.watch.effects(observer.name, objectId),
      values: this.#play.watch.values(observer.name, objectId),
    }));
  }
}

function mayHeal(attempt: AttemptRecord): boolean {
  if (attempt.reply?.kind === 'none') return ['refused', 'broken'].includes(attempt.reply.reason);
  if (attempt.reply === undefined) return false;
  return [409, 425, 429].includes(attempt.reply.status) || attempt.reply.status >= 500;
}
