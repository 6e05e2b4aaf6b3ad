/** From parsed options to settings. */
import { lifecycles } from '../../simulator/lifecycles/index.ts';
import type { Plan } from '../../simulator/plan.ts';
import { profiles } from '../../simulator/profiles/index.ts';
import { reporters } from '../../reports/reporters.ts';
import type { CliOptions } from '../config/cli-options.ts';
import { resolveSettings } from '../config/resolve.ts';
import type { Settings } from '../config/settings.ts';

/** `plan`: one that is to be played again. */
export async function settingsOf(cli: CliOptions, plan?: Plan): Promise<Settings> {
  return resolveSettings({
    cwd: process.cwd(),
    ...(cli.config === undefined ? {} : { configPath: cli.config }),
    cli,
    env: process.env,
    lifecycles,
    profiles,
    ...(plan === undefined ? {} : { plan }),
    reporters: reporters.map((reporter) => reporter.name),
  });
}
