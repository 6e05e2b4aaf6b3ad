/** What the calm check plays: every fact of the lifecycle in clean order, and spare objects for what was not seen then. */
import { effectKinds, factRule, walks, type Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Plan } from '../../simulator/plan.ts';
import { AMOUNTS, type DraftedFor } from '../../scenarios/draft.ts';
import { makePlan, type Scenario } from '../../scenarios/scenario.ts';
import { withBodies } from './fixtures.ts';
import type { Session } from './session.ts';

/**
 * Walks that show every fact, and for each kind of effect an object with one and an object with two, where the lifecycle has
 * them. Shortest first.
 */
export function calmWalks(lifecycle: Lifecycle): readonly (readonly string[])[] {
  const all = walks(lifecycle);
  const owed = (walk: readonly string[], kind: string): number =>
    walk.filter((fact) => (factRule(lifecycle, fact).effects ?? []).some((rule) => rule.kind === kind))
      .length;
  const chosen = new Set<readonly string[]>();
  for (const kind of effectKinds(lifecycle)) {
    for (const count of [1, 2]) {
      const walk = all.find((one) => owed(one, kind) === count);
      if (walk !== undefined) chosen.add(walk);
    }
  }
  for (const fact of Object.keys(lifecycle.facts)) {
    if ([...chosen].some((walk) => walk.includes(fact))) continue;
    const walk = all.find((one) => one.includes(fact));
    if (walk !== undefined) chosen.add(walk);
  }
  return all.filter((walk) => chosen.has(walk));
}

const LEARNED_WALKS_MAX = 12;

/** One object per walk, then a spare one per fact that is not the first of its walk: that fact may be sent to it alone. */
const calmCheck = (twice: boolean): Scenario => ({
  id: 'calm-check',
  title: 'Calm check',
  because: 'Controls for every observer.',
  requirement: 'must',
  hazards: [],
  needs: [],
  draft: (draft) => {
    const chosen = calmWalks(draft.lifecycle);
    const inOrder = walksInOrder(draft.lifecycle, twice);
    for (const [index, walk] of inOrder.entries())
      draft.deliverInOrder(draft.object(walk, [], twice ? unlike(index, inOrder.length) : {}));
    for (const fact of spareFacts(draft.lifecycle)) {
      const walk = chosen.find((one) => one.includes(fact));
      if (walk !== undefined) draft.deliverInOrder(draft.object(walk));
    }
  },
});

/** How much later the second objects of all histories live. */
const LATER_MS = 3400;

/**
 * The two objects with one walk have little else in common: a small amount and a large one, other instants. What depends on them
 * (no receipt for a few cents, a review of large sums, the seconds from the fact to its row) differs between the two then, and
 * is not taken for what the fact always does.
 */
function unlike(index: number, count: number): DraftedFor {
  const isSecond = index >= count / 2;
  const isSmall = (index % (count / 2)) % 2 === (isSecond ? 1 : 0);
  return {
    amount: isSmall ? AMOUNTS.min + 1 : AMOUNTS.max - 1,
    fromMs: isSecond ? LATER_MS : 0,
  };
}

/** What is learned has to be seen whole: as many histories as there are, within bounds, each lived by two objects. */
function walksInOrder(lifecycle: Lifecycle, twice: boolean): readonly (readonly string[])[] {
  const chosen = calmWalks(lifecycle);
  if (!twice) return chosen;
  const all = [...new Set([...chosen, ...walks(lifecycle)].map((walk) => JSON.stringify(walk)))];
  const played = all
    .slice(0, Math.max(chosen.length, LEARNED_WALKS_MAX))
    .map((text) => JSON.parse(text) as readonly string[]);
  return [...played, ...played];
}

function spareFacts(lifecycle: Lifecycle): readonly string[] {
  const chosen = calmWalks(lifecycle);
  return Object.keys(lifecycle.facts).filter((fact) => chosen.some((walk) => walk.indexOf(fact) > 0));
}

export interface CalmPlan {
  readonly plan: Plan;
  /** Labels of the objects that live through their walks in order. */
  readonly objects: readonly string[];
  /** By fact: the label of the object to which it may be sent alone. */
  readonly spares: Readonly<Record<string, string>>;
}

/** `twice`: every walk, with two objects each, so that what differs from object to object can be told from what facts do. */
export function makeCalmPlan(
  { settings, profile, bodies }: Pick<Session, 'settings' | 'profile' | 'bodies'>,
  twice = false,
): CalmPlan {
  const made = makePlan(calmCheck(twice), {
    seed: 'calm',
    lifecycle: settings.lifecycle,
    profile,
    ...(settings.timeoutMs === undefined ? {} : { timeoutMs: settings.timeoutMs }),
    fixed: Object.keys(settings.fixed),
  });
  const plan = withBodies(made, bodies);
  const labels = plan.objects.filter((object) => object.probe !== true).map((object) => object.id);
  const inOrder = walksInOrder(settings.lifecycle, twice).length;
  return {
    plan,
    objects: labels.slice(0, inOrder),
    spares: Object.fromEntries(
      spareFacts(settings.lifecycle).flatMap((fact, index) => {
        const label = labels[inOrder + index];
        return label === undefined ? [] : [[fact, label]];
      }),
    ),
  };
}
