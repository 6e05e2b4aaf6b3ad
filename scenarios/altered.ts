/** One scenario for each alteration: requests that were forged, are oddly written, or cannot be digested. */
import { alterations } from '../simulator/alterations/index.ts';
import type { Alteration } from '../simulator/alterations/alteration.ts';
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
  hazards: [HAZARDS[alteration.kind]],
  needs: alteration.needs,
  draft: (draft, random) => {
    DRAFTS[alteration.kind](draft, random, alteration);
  },
}));

const DRAFTS = { forgery: draftForged, oddity: draftOdd, poison: draftPoison } as const;

/** After the genuine request, and before a retry could come. */
const SOON_MS = 1000;

function draftForged(draft: PlanDraft, random: Random, alteration: Alteration): void {
  const alter = alteration.id;
  if (alteration.afterGenuine === true) {
    for (let number = 0; number < 3; number += 1) {
      const object = draft.object(random.pick(draft.walksToAnEffect()));
      draft.deliverInOrder(object);
      for (const event of object.events.slice(-1))
        draft.deliver(event, { dueAtMs: event.occurredAtMs + SOON_MS, reason: 'replay', alter });
    }
    return;
  }
  // Facts that never happened: the next one of a known object, and the first one of an unknown object.
  for (const walk of [random.pick(draft.walksToAnEffect()), random.pick(draft.walksToAnEffect())]) {
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
  const object = draft.object(random.pick(draft.walksToAnEffect()));
  for (const [position, event] of object.events.entries()) {
    const isLast = position === object.events.length - 1;
    if (isLast) draft.deliver(event, { dueAtMs: event.occurredAtMs, alter });
    draft.deliver(event, { dueAtMs: event.occurredAtMs + (isLast ? SOON_MS : 0) });
  }
}

function draftOdd(draft: PlanDraft, random: Random, alteration: Alteration): void {
  for (let number = 0; number < 3; number += 1) {
    const object = draft.object(random.pick(draft.walksToAnEffect()));
    for (const event of object.events) {
      const deliveryId = draft.deliver(event, { dueAtMs: event.occurredAtMs, alter: alteration.id });
      if (alteration.fromSecondAttempt === true)
        draft.faultAttempts(deliveryId, [1], 'replied', { kind: 'lose-response' });
    }
  }
}

/** Bad events of some objects, clean ones of others before, between and after them; then nothing but the probe. */
function draftPoison(draft: PlanDraft, random: Random, alteration: Alteration): void {
  for (let number = 0; number < 4; number += 1) {
    const object = draft.object(random.pick(draft.walksToAnEffect()));
    if (number % 2 === 0) draft.deliverInOrder(object);
    else
      for (const event of object.events)
        draft.deliver(event, { dueAtMs: event.occurredAtMs, alter: alteration.id });
  }
}
