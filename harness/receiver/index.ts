import type { Settings } from '../config/settings.ts';
import { startCommand, type CommandContext } from './command.ts';
import { connectExternal } from './external.ts';
import type { RunningReceiver } from './receiver.ts';

/**
 * Starts the receiver that the settings describe, or finds the one that runs already.
 * @throws Lost200Error LOST200_E_UNREACHABLE, LOST200_E_NOT_READY
 */
export async function startReceiver(
  settings: Pick<Settings, 'url' | 'exec'>,
  context: CommandContext,
): Promise<RunningReceiver> {
  if (settings.exec === undefined) return connectExternal(settings.url, context.signal);
  return startCommand(settings.exec, settings.url, context);
}
