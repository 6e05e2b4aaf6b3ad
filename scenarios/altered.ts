/** One scenario for each alteration: requests that were forged, are oddly written, or cannot be digested. */
import { alterations } from '../simulator/alterations/index.ts';
import { indexOfPosition, type Alteration } from '../simulator/alterations/alteration.ts';
import type { Random } from '../simulator/random.ts';
import type { PlanDraft } from './draft.ts';
import type { Scenario } from './scenario.ts';

const HAZARDS = {
  forgery: 'forgery-arrived',
  oddity: 'oddity-arrived',
  poison: 'poison-arrived',
} as const;

export const alteredScenarios: readonly Scenario[] = alterations.map((alteration) => ({
  id: `${alteration.group}/${alteration.id}`,
  title: alteration.title,
  because: alteration.because,
  requirement: alteration.requirement,
  hazards: [alteration.spoils === undefined ? HAZARDS[alteration.kind] : 'bad-in-one-request'],
  needs: alteration.needs,
  draft: (draft, random) => {
    const drafted = alteration.spoils === undefined ? DRAFTS[alteration.kind] : draftSpoilt;
    drafted(draft, random, alteration);
  },
}));

const DRAFTS = { forgery: draftForged, oddity: draftOdd, poison: draftPoison } as const;

/** After the genuine request, and before a retry could come. */
const SOON_MS = 1000;

/** So many facts of an object are enough, and make short plans. */
const FACTS_MAX = 3;

function draftForged(draft: PlanDraft, random: Random, alteration: Alteration): void {
  const walks = briefWalks(draft);
  if (alteration.afterGenuine === true) draftReplays(draft, random, walks, alteration.id);
  else draftClaims(draft, random, walks, alteration.id);
}

/** Each object's last event is taken, and then comes again. */
function draftReplays(draft: PlanDraft, random: Random, walks: Walks, alter: string): void {
  for (let number = 0; number < 3; number += 1) {
    const object = draft.object(random.pick(walks));
    draft.deliverInOrder(object);
    for (const event of object.events.slice(-1))
      draft.deliver(event, { dueAtMs: event.occurredAtMs + SOON_MS, reason: 'replay', alter });
  }
}

function draftClaims(draft: PlanDraft, random: Random, walks: Walks, alter: string): void {
  // Facts that never happened: the next one of a known object, and the first one of an unknown object.
  for (const walk of [random.pick(walks), random.pick(walks)]) {
    const object = draft.object(walk, [], { claimedFrom: walk.length - 1 });
    for (const [position, event] of object.events.entries())
      draft.deliver(event, {
        dueAtMs: event.occurredAtMs,
        ...(position === walk.length - 1 ? { alter } : {}),
      });
  }
  const unknown = draft.object(random.pick(draft.walks(1)).slice(0, 1), [], { claimedFrom: 0 });
  for (const event of unknown.events) draft.deliver(event, { dueAtMs: event.occurredAtMs, alter });
  // The forgery comes first, the genuine request after it: nobody may have noted its id.
  const object = draft.object(random.pick(walks));
  for (const [position, event] of object.events.entries()) {
    const isLast = position === object.events.length - 1;
    if (isLast) draft.deliver(event, { dueAtMs: event.occurredAtMs, alter });
    draft.deliver(event, { dueAtMs: event.occurredAtMs + (isLast ? SOON_MS : 0) });
  }
}

/** Every event is oddly written; where only repeats are, the last event of each object is repeated. */
function draftOdd(draft: PlanDraft, random: Random, alteration: Alteration): void {
  const isRepeated = alteration.fromSecondAttempt === true;
  const walks = briefWalks(draft);
  for (let number = 0; number < 3; number += 1) {
    const object = draft.object(random.pick(walks));
    for (const [position, event] of object.events.entries()) {
      const isOdd = !isRepeated || position === object.events.length - 1;
      const deliveryId = draft.deliver(event, {
        dueAtMs: event.occurredAtMs,
        ...(isOdd ? { alter: alteration.id } : {}),
      });
      if (isOdd && isRepeated) draft.faultAttempts(deliveryId, [1], 'replied', { kind: 'lose-response' });
    }
  }
}

type Walks = readonly (readonly string[])[];

function briefWalks(draft: PlanDraft): Walks {
  const walks = draft.walksToAnEffect();
  const brief = walks.filter((walk) => walk.length <= FACTS_MAX);
  return brief.length > 0 ? brief : walks;
}

/** Bad events of some objects, clean ones of others before, between and after them; then nothing but the probe. */
function draftPoison(draft: PlanDraft, random: Random, alteration: Alteration): void {
  const walks = briefWalks(draft);
  const bad = (walk: readonly string[], fromMs: number): void => {
    for (const event of draft.object(walk, [], { fromMs }).events)
      draft.deliver(event, { dueAtMs: event.occurredAtMs, alter: alteration.id });
  };
  const clean = (fromMs: number): void => {
    draft.deliverInOrder(draft.object(random.pick(walks), [], { fromMs }));
  };
  clean(0);
  bad(random.pick(walks), 0);
  for (let number = 0; number < BAD_ONES; number += 1)
    bad(random.pick(draft.walks(1)).slice(0, 1), (number % 2) * draft.gapMs);
  clean(draft.gapMs);
  clean(FACTS_MAX * draft.gapMs);
}

/** Workers that take the oldest ten and leave what fails where it is stop at ten. */
const BAD_ONES = 10;

/** Good objects whose last events share a request with a bad one; what is good before and after it comes in requests of its own. */
function draftSpoilt(draft: PlanDraft, random: Random, alteration: Alteration): void {
  const good = Math.max(1, Math.min(draft.batchMax, SPOILT_MAX) - 1);
  for (let round = 0; round < 2; round += 1) {
    const objects = Array.from({ length: good }, () => draft.object(random.pick(briefWalks(draft))));
    const last = objects.flatMap((object) => object.events.slice(-1));
    for (const object of objects)
      for (const event of object.events.slice(0, -1)) draft.deliver(event, { dueAtMs: event.occurredAtMs });
    const [bad] = draft.object(random.pick(draft.walks(1)).slice(0, 1)).events;
    if (bad === undefined || alteration.spoils === undefined) continue;
    const place = indexOfPosition(alteration.spoils, last.length + 1);
    const events = [...last.slice(0, place), bad, ...last.slice(place)];
    draft.deliverTogether(events, { alter: alteration.id });
  }
  draft.deliverInOrder(draft.object(random.pick(briefWalks(draft)), [], { fromMs: FACTS_MAX * draft.gapMs }));
}

/** Events in a request of which one is bad. */
const SPOILT_MAX = 4;
