import type { Fault } from '../../simulator/faults/fault.ts';
import type { WebhookEvent } from '../../simulator/model.ts';
import type { Random } from '../../simulator/random.ts';
import { HOUR_MS, type DraftObject, type PlanDraft } from '../draft.ts';
import type { Scenario } from '../scenario.ts';

type Kind = 'lose' | 'give-up' | 'reset' | 'outage' | 'delay' | 'repeat' | 'race' | 'replay';
const KINDS: readonly Kind[] = ['lose', 'give-up', 'reset', 'outage', 'delay', 'repeat', 'race', 'replay'];

export const storm: Scenario = {
  id: 'mixed/storm',
  title: 'Everything at once, some kinds of fault switched off per seed',
  because:
    'Real incidents combine faults; leaving some out at random finds combinations that an even mix hides (swarm testing).',
  requirement: 'must',
  hazards: ['fault-survived'],
  needs: [],
  draft: (draft, random) => {
    const on = KINDS.filter((kind) => random.fork(`on/${kind}`).chance(0.6));
    const kinds = on.length > 0 ? on : [random.pick(KINDS)];
    for (let number = 0; number < 10; number += 1) {
      const stream = random.fork(`object/${number}`);
      strike(draft, draft.object(stream.pick(draft.walks(2))), kinds, stream);
    }
  },
};

/** One fault for about two thirds of the object's events. */
function strike(draft: PlanDraft, object: DraftObject, kinds: readonly Kind[], random: Random): void {
  for (const event of object.events) {
    const kind = random.chance(0.66) ? random.pick(kinds) : undefined;
    if (kind === 'race') {
      const copies = [draft.deliver(event), draft.deliver(event, { reason: 'duplicate' })];
      draft.step({ kind: 'virtual-time', atMs: event.occurredAtMs }, { kind: 'race', deliveryIds: copies });
      continue;
    }
    const delivery = draft.deliver(event, { dueAtMs: event.occurredAtMs });
    if (kind === 'repeat' || kind === 'replay') repeat(draft, event, kind, delivery, random);
    else if (kind !== undefined)
      draft.faultAttempts(delivery, attemptsStruck(kind, random), 'sent', faultOf(kind, random));
  }
}

function repeat(
  draft: PlanDraft,
  event: WebhookEvent,
  kind: 'repeat' | 'replay',
  delivery: string,
  random: Random,
): void {
  if (kind === 'repeat') {
    const again = draft.deliver(event, { reason: 'duplicate' });
    draft.step(
      { kind: 'attempt', deliveryId: delivery, attempt: 1, edge: 'recorded' },
      { kind: 'duplicate', deliveryIds: [again], afterMs: random.integer(0, 30) * 60_000 },
    );
    return;
  }
  const replayed = draft.deliver(event, { reason: 'replay' });
  draft.step({ kind: 'virtual-time', atMs: 50 * HOUR_MS }, { kind: 'replay', deliveryIds: [replayed] });
}

function attemptsStruck(kind: Kind, random: Random): readonly number[] {
  const count = kind === 'lose' || kind === 'outage' ? random.integer(1, 4) : 1;
  return Array.from({ length: count }, (_, index) => index + 1);
}

function faultOf(kind: Exclude<Kind, 'repeat' | 'replay' | 'race'>, random: Random): Fault {
  switch (kind) {
    case 'lose':
      return { kind: 'lose-response' };
    case 'give-up':
      return { kind: 'give-up', afterMs: 0, socket: random.pick(['open', 'closed']), overlap: false };
    case 'reset':
      return { kind: 'reset' };
    case 'outage':
      return { kind: 'outage' };
    case 'delay':
      return { kind: 'delay', byMs: random.integer(1, 600) * 60_000 };
  }
}
