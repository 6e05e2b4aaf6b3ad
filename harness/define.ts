/** Identity functions that give an editor the types: `export default defineConfig({ … })`. */
import type { Scenario } from '../scenarios/scenario.ts';
import type { Lifecycle } from '../simulator/lifecycles/lifecycle.ts';
import type { UserConfig } from './config/user-config.ts';

export function defineConfig(config: UserConfig): UserConfig {
  return config;
}

export function defineLifecycle(lifecycle: Lifecycle): Lifecycle {
  return lifecycle;
}

export function defineScenario(scenario: Scenario): Scenario {
  return scenario;
}
