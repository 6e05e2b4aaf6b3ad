/** A named, seeded generator of plans: what can go wrong, as data. Scenarios never name invariants. */
import type { Lifecycle } from '../simulator/lifecycles/lifecycle.ts';
import type { Plan } from '../simulator/plan.ts';
import type { Profile } from '../simulator/profiles/profile.ts';
import { seededRandom, type Random } from '../simulator/random.ts';
import { PlanDraft } from './draft.ts';

export interface Scenario {
  /** Its path: `scenarios/duplicates/concurrent.ts` is `duplicates/concurrent`. */
  readonly id: string;
  readonly title: string;
  /** Where this happens in real life: an article, a bug report, a provider's documentation. */
  readonly because: string;
  readonly requirement: 'must' | 'should';
  /** Hazards that the plan is for; with none of them in the history its cases are skipped. None named: always judged. */
  readonly hazards: readonly string[];
  /** Capabilities without which it cannot be played. */
  readonly needs: readonly string[];
  draft(draft: PlanDraft, random: Random): void;
}

/** What a plan depends on besides its seed. */
export interface PlanContext {
  readonly seed: string;
  readonly lifecycle: Lifecycle;
  readonly profile: Profile;
  /** Real milliseconds; the profile's when unset. */
  readonly timeoutMs?: number;
  /** Names of values that the user's config fixes. */
  readonly fixed: readonly string[];
}

/** The plan of one seed: equal byte for byte wherever and whenever it is made. */
export function makePlan(scenario: Scenario, context: PlanContext): Plan {
  const random = seededRandom(`${context.seed}/${scenario.id}`);
  const draft = new PlanDraft(context.lifecycle, random.fork('objects'), context.profile.batchMax);
  scenario.draft(draft, random.fork('draft'));
  const { profile } = context;
  return draft.finish({
    scenario: {
      id: scenario.id,
      title: scenario.title,
      requirement: scenario.requirement,
      hazards: scenario.hazards,
      needs: scenario.needs,
    },
    seed: context.seed,
    profile: profile.id,
    timeoutMs: context.timeoutMs ?? profile.timeoutMs,
    timeoutBasis: profile.timeoutBasis,
    retryPolicy: profile.retryPolicy,
    fixed: context.fixed,
  });
}
