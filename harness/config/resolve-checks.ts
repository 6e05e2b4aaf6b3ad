/** The checks of a config, resolved. */
import { moduleAndExport } from './resolve-programs.ts';
import { problem, type Scope } from './scope.ts';
import type { CheckSettings } from './settings.ts';
import type { UserConfig } from './user-config.ts';

/** `folder` is where relative paths begin. @throws Lost200Error LOST200_E_CONFIG */
export function resolveChecks(
  scope: Scope,
  written: UserConfig['checks'],
  folder: string,
): readonly CheckSettings[] {
  return Object.entries(written ?? {}).map(([id, { module, command }]): CheckSettings => {
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id))
      throw problem(scope, ['checks', id], 'is no id of a check.', 'Use small letters, digits and -.');
    if (module === undefined) return { kind: 'command', id, command: command ?? '' };
    const path = ['checks', id, 'module'];
    return { kind: 'module', id, folder, ...moduleAndExport(scope, module, path) };
  });
}
