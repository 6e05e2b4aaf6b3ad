/** From parsed options to settings. */
import { lifecycles } from '../../simulator/lifecycles/index.ts';
import { profiles } from '../../simulator/profiles/index.ts';
import { reporters } from '../../reports/reporters.ts';
import type { CliOptions } from '../config/cli-options.ts';
import { resolveSettings } from '../config/resolve.ts';
import type { Settings } from '../config/settings.ts';

export async function settingsOf(cli: CliOptions): Promise<Settings> {
  return resolveSettings({
    cwd: process.cwd(),
    ...(cli.config === undefined ? {} : { configPath: cli.config }),
    cli,
    env: process.env,
    lifecycles,
    profiles,
    reporters: reporters.map((reporter) => reporter.name),
  });
}
