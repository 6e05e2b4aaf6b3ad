import type { CliOptions } from '../../config/cli-options.ts';
import { Lost200Error } from '../../errors.ts';
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
  rejectAddresses(ids, url);
  selectScenarios(ids);
  const settings = await settingsOf({
    ...options,
    ...(url === undefined ? {} : { url }),
    ...(ids.length === 0 ? {} : { only: ids }),
  });
  selectScenarios(settings.only);
  const signal = interruptSignal(options.json === true);
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

/** An address among the scenario ids is a URL without its scheme, or a second one. */
function rejectAddresses(ids: readonly string[], url: string | undefined): void {
  const address = ids.find((id) => /^[a-z][\w+.-]*:\/\/|^(?:[\w-]+\.)*[\w-]+:\d+(?:\/|$)/i.test(id));
  if (address === undefined) return;
  throw url === undefined
    ? new Lost200Error(
        'LOST200_E_USAGE',
        `"${address}" is no http:// or https:// URL.`,
        'Write it in full: http://127.0.0.1:3000/webhooks',
      )
    : new Lost200Error(
        'LOST200_E_USAGE',
        `Two receivers were given: ${url} and ${address}.`,
        'Give one; the other words name scenarios.',
      );
}
