/** Identity functions that give an editor the types: `export default defineLifecycle({ … })`. */
import type { Scenario } from '../scenarios/scenario.ts';
import type { Lifecycle } from '../simulator/lifecycles/lifecycle.ts';

export function defineLifecycle(lifecycle: Lifecycle): Lifecycle {
  return lifecycle;
}

export function defineScenario(scenario: Scenario): Scenario {
  return scenario;
}
