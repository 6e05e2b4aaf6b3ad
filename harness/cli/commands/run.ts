import type { CliOptions } from '../../config/cli-options.ts';
import { selectScenarios } from '../../run/select.ts';
import { run } from '../../run/run.ts';
import { deliverReport } from '../deliver.ts';
import { interruptSignal } from '../interrupt.ts';
import { progressLine } from '../progress-line.ts';
import type { OutputOptions } from '../screen.ts';
import { settingsOf } from '../settings-of.ts';

/** `lost200 run [url] [ids…]`: the first argument is a URL if it looks like one, the others name scenarios. */
export async function runCommand(
  words: readonly string[],
  options: CliOptions & OutputOptions,
): Promise<number> {
  const url = words.find((word) => /^https?:\/\//.test(word));
  const ids = words.filter((word) => word !== url);
  selectScenarios(ids);
  const settings = await settingsOf({
    ...options,
    ...(url === undefined ? {} : { url }),
    ...(ids.length === 0 ? {} : { only: ids }),
  });
  selectScenarios(settings.only);
  const signal = interruptSignal();
  const progress = progressLine();
  const silent = options.quiet === true || options.json === true;
  try {
    const result = await run({ settings, signal, progress: silent ? () => undefined : progress.listener });
    if (!silent) progress.done();
    return deliverReport(result, settings, options);
  } finally {
    if (!silent) progress.done();
  }
}
