import type { CliOptions } from '../../config/cli-options.ts';
import { run } from '../../run/run.ts';
import { deliverReport } from '../deliver.ts';
import { interruptSignal } from '../interrupt.ts';
import { progressLine } from '../progress-line.ts';
import { readPlan } from '../read-plan.ts';
import type { OutputOptions } from '../screen.ts';
import { settingsOf } from '../settings-of.ts';

/** `lost200 replay <file> [url]`: plays a stored plan once, and again `--repeat` times if it fails. */
export async function replayCommand(
  file: string,
  url: string | undefined,
  options: CliOptions & OutputOptions,
): Promise<number> {
  const plan = readPlan(file);
  const settings = await settingsOf({ ...options, ...(url === undefined ? {} : { url }) }, plan);
  const progress = progressLine('lost200 replay');
  const silent = options.quiet === true || options.json === true;
  const result = await run({
    settings: { ...settings, lifecycle: plan.lifecycle },
    signal: interruptSignal(options.json === true),
    progress: silent ? () => undefined : progress.listener,
    plans: [plan],
  });
  if (!silent) progress.done();
  return deliverReport(result, settings, options);
}
