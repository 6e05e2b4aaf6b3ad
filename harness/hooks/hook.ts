/** Runs what the user gave for arrange, cleanup and drain. */
import type { Json } from '../../simulator/json.ts';
import type { Hook } from '../config/settings.ts';
import type { TemplateValues } from '../template.ts';
import { runCommandHook } from './command.ts';
import { runHttpHook } from './http.ts';
import { runSqlHook } from './sql.ts';

/**
 * Calls a hook once, for at most 30 seconds. `values` are flat (`objectId`, `namespace`, `fixed.customer`). Resolves with what
 * the hook answered: the JSON of an HTTP response, the first row of a query, the JSON that a command printed; else `null`.
 * @throws Lost200Error LOST200_E_HOOK, LOST200_E_MISSING_DRIVER; LOST200_E_INTERRUPTED when `signal` aborts
 */
export function runHook(hook: Hook, values: TemplateValues, signal?: AbortSignal): Promise<Json | null> {
  switch (hook.kind) {
    case 'http':
      return runHttpHook(hook, values, signal);
    case 'sql':
      return runSqlHook(hook, values, signal);
    case 'command':
      return runCommandHook(hook, values, signal);
  }
}
