/** The user's checks on a play: what they are given, and what they said, written into the play's history. */
import type { History } from '../../simulator/history.ts';
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import type { Fact } from '../../simulator/model.ts';
import type { Plan } from '../../simulator/plan.ts';
import { readPlay, type PlayRecord } from '../../simulator/record.ts';
import { factsOf } from '../../simulator/truth.ts';
import type { CheckSettings } from '../config/settings.ts';
import { owedOf } from '../judging/owed.ts';
import { reasonOf } from '../reason.ts';
import type { Check, CheckedFact, CheckedObject, CheckedRead } from './check.ts';
import { createCommandCheck } from './command.ts';
import { loadModuleCheck } from './module.ts';

/** As much of a play as is looked at here. */
export interface CheckedPlay {
  readonly plan: Plan;
  readonly history: History;
  /** Real ids by label. */
  readonly realIds: Readonly<Record<string, string>>;
}

/** @throws Lost200Error LOST200_E_OBSERVER for a module that cannot be used */
export async function loadChecks(settings: readonly CheckSettings[]): Promise<Checks> {
  const checks: Check[] = [];
  for (const one of settings)
    checks.push(one.kind === 'module' ? await loadModuleCheck(one) : createCommandCheck(one));
  return new Checks(checks);
}

export class Checks {
  readonly #checks: readonly Check[];
  /** By check: why what it says decides nothing. */
  readonly #spoiled = new Map<string, string>();

  constructor(checks: readonly Check[]) {
    this.#checks = checks;
  }

  /** In calm weather a check must find nothing: else it is the check that is wrong, or the receiver in any weather. */
  async control(play: CheckedPlay, objectIds: readonly string[], signal: AbortSignal): Promise<void> {
    await this.run(play, objectIds, signal);
    for (const entry of play.history.entries) {
      if (entry.kind !== 'checked' || this.#spoiled.has(entry.check)) continue;
      const [first] = entry.differences;
      if (entry.failed !== undefined) this.#spoiled.set(entry.check, `calm check: ${entry.failed}`);
      else if (first !== undefined)
        this.#spoiled.set(
          entry.check,
          `calm check: it says ${first.key} of an object that lived in calm weather: expected ${first.expected}, got ${first.actual}`,
        );
    }
  }

  /** One entry for each check and object. */
  async run(play: CheckedPlay, objectIds: readonly string[], signal: AbortSignal): Promise<void> {
    if (this.#checks.length === 0) return;
    const record = readPlay(play.plan, [...play.history.entries]);
    const objects = objectIds.map((objectId) => checkedObject(record, objectId, play.realIds));
    for (const check of this.#checks) {
      const { differences, failed } = await this.#ask(check, objects, signal);
      objects.forEach(({ objectId }, index) =>
        play.history.append({
          actor: 'control',
          kind: 'checked',
          check: check.id,
          objectId,
          differences: differences[index] ?? [],
          ...(failed === undefined ? {} : { failed }),
        }),
      );
    }
  }

  async #ask(
    check: Check,
    objects: readonly CheckedObject[],
    signal: AbortSignal,
  ): Promise<{
    readonly differences: Awaited<ReturnType<Check['judge']>>;
    readonly failed?: string;
  }> {
    const failed = this.#spoiled.get(check.id);
    if (failed !== undefined) return { differences: [], failed };
    try {
      return { differences: await check.judge(objects, signal) };
    } catch (error) {
      return { differences: [], failed: reasonOf(error) };
    }
  }
}

function checkedObject(
  record: PlayRecord,
  objectId: string,
  realIds: Readonly<Record<string, string>>,
): CheckedObject {
  const { plan } = record;
  const owner = plan.objects.find((object) => object.id === objectId)?.owner;
  const facts = factsOf(plan, objectId).map((fact) => checkedFact(record, fact));
  const parts = (plan.parts ?? []).filter((part) => part.startsWith(`${objectId}-`));
  const labels = [
    objectId,
    ...(owner === undefined ? [] : [owner]),
    ...facts.flatMap((fact) => fact.eventIds),
    ...parts,
  ];
  return {
    objectId,
    ...(owner === undefined ? {} : { ownerId: owner }),
    ids: Object.fromEntries(
      labels.flatMap((label) => (realIds[label] === undefined ? [] : [[label, realIds[label]]])),
    ),
    facts,
    observed: readsOf(record, objectId),
  };
}

function checkedFact(record: PlayRecord, fact: Fact): CheckedFact {
  const events = record.plan.events.filter((event) => event.factId === fact.id);
  return {
    fact: fact.fact,
    state: factRule(record.plan.lifecycle, fact.fact).state,
    version: fact.version,
    occurredAtMs: fact.occurredAtMs,
    fate: owedOf(record, fact, { kind: '' }).why,
    eventIds: events.map((event) => event.id),
    payload: events[0]?.payload ?? {},
    brings: fact.brings ?? {},
  };
}

/** The last read of each kind by each observer. */
function readsOf(record: PlayRecord, objectId: string): Readonly<Record<string, CheckedRead>> {
  const reads: Record<string, CheckedRead> = {};
  const add = (observer: string, read: CheckedRead): void => {
    reads[observer] = { ...reads[observer], ...read };
  };
  for (const { observer, objectId: of, state } of record.stateReads)
    if (of === objectId) add(observer, { state });
  for (const { observer, objectId: of, effects } of record.effectsReads)
    if (of === objectId) add(observer, { effects });
  for (const { observer, objectId: of, values } of record.valuesReads)
    if (of === objectId) add(observer, { values });
  return reads;
}
