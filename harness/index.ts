/** The library: `import { run, defineConfig, … } from 'lost200'`. */
export type { RunReport, ScenarioReport, Verdict } from '../reports/run-report.ts';
export { catalogue } from '../scenarios/catalogue.ts';
export { makePlan, type PlanContext, type Scenario } from '../scenarios/scenario.ts';
export type { Lifecycle } from '../simulator/lifecycles/lifecycle.ts';
export { serializePlan, type Plan } from '../simulator/plan.ts';
export { configJsonSchema } from './config/json-schema.ts';
export type { FixtureConfig, ProfileConfig } from './config/profile-config.ts';
export { resolveSettings } from './config/resolve.ts';
export type { Settings } from './config/settings.ts';
export { defineConfig, type UserConfig } from './config/user-config.ts';
export { defineLifecycle, defineScenario } from './define.ts';
export { Lost200Error, type ErrorCode } from './errors.ts';
export type { Invariant } from './invariants/invariant.ts';
export { invariants } from './invariants/index.ts';
export type { Observer } from './observers/observer.ts';
export type {
  CreateObserverModule,
  ObserverModule,
  ObserverModuleContext,
} from './observers/observer-module.ts';
export { run, type RunOptions, type RunResult } from './run/run.ts';
export type { ProgressEvent } from './run/progress.ts';
