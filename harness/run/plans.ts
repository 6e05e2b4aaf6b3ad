/** The plans of a run, and the captured bodies that its events go out with. */
import { makePlan } from '../../scenarios/scenario.ts';
import type { Plan } from '../../simulator/plan.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import type { Settings } from '../config/settings.ts';
import { checkBodies } from './body-schemas.ts';
import { bodiesOf, readFixtures, withBodies, type CapturedBody } from './fixtures.ts';
import { selectScenarios } from './select.ts';

export interface PlansToPlay {
  readonly plans: readonly Plan[];
  readonly bodies: readonly CapturedBody[];
}

/**
 * `given`: these plans, with the bodies that are in them; otherwise the catalogue's.
 * @throws Lost200Error LOST200_E_CONFIG for a fixture that cannot be used, or a body that does not fit its JSON Schema
 */
export function plansToPlay(
  settings: Settings,
  profile: Profile,
  seed: string,
  given: readonly Plan[] | undefined,
): PlansToPlay {
  if (given !== undefined) return { plans: given, bodies: bodiesOf(given) };
  const bodies = readFixtures(settings, profile);
  const plans = catalogPlans(settings, profile, seed).map((plan) => withBodies(plan, bodies));
  checkBodies(settings, profile, plans);
  return { plans, bodies };
}

/** The plans of every selected scenario and seed: play i of N uses `seed~i`. */
function catalogPlans(settings: Settings, profile: Profile, seed: string): readonly Plan[] {
  const seeds =
    settings.seeds === 1
      ? [seed]
      : Array.from({ length: settings.seeds }, (_, index) => `${seed}~${index + 1}`);
  return seeds.flatMap((one) =>
    selectScenarios(settings.only).map((scenario) =>
      makePlan(scenario, {
        seed: one,
        lifecycle: settings.lifecycle,
        profile,
        ...(settings.timeoutMs === undefined ? {} : { timeoutMs: settings.timeoutMs }),
        fixed: Object.keys(settings.fixed),
      }),
    ),
  );
}
