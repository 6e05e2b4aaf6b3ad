/** `lost200 check-observer`: an observer program or module, alone, against everything that its protocol asks of it. */
import { profiles } from '../../../simulator/profiles/index.ts';
import type { CliOptions } from '../../config/cli-options.ts';
import { profileFor } from '../../config/resolve-profile.ts';
import type { ObserveSettings, Settings } from '../../config/settings.ts';
import { EXIT, Lost200Error } from '../../errors.ts';
import { observerChecks } from '../../observers/check/checks.ts';
import { runChecks, type Checked, type CheckedObserver } from '../../observers/check/run-checks.ts';
import { createRedactor, redactError } from '../../redact.ts';
import { interruptSignal } from '../interrupt.ts';
import { print, type OutputOptions } from '../screen.ts';
import { settingsOf } from '../settings-of.ts';

export interface CheckOptions extends OutputOptions {
  readonly config?: string;
  readonly command?: string;
  readonly module?: string;
  readonly object?: string;
  readonly event?: readonly string[];
}

const NOBODY = 'http://127.0.0.1:9/';

/** Exit 0 when every check held, 1 when one failed. */
export async function checkObserverCommand(options: CheckOptions): Promise<number> {
  const { config, command, module } = options;
  // The receiver is not asked for anything here, so that none need be named.
  const cli: CliOptions = { config, command, module, url: NOBODY };
  const settings = await settingsOf(cli);
  const redact = createRedactor(settings.secretValues);
  const observers = observersIn(settings.observe, options);
  const signal = interruptSignal(options.json === true);
  const found: Checked[] = [];
  try {
    for (const observer of observers)
      found.push(...(await runChecks({ observer, ...inputOf(settings, options), signal })));
  } catch (error) {
    throw redactError(error, redact);
  }
  const findings = found.map((one) => ({
    ...one,
    text: redact(one.text),
    ...(one.remedy !== undefined && { remedy: redact(one.remedy) }),
  }));
  const failed = findings.filter((one) => one.outcome === 'fail').length;
  const outcome = failed === 0 ? 'pass' : 'fail';
  if (options.json === true) print(JSON.stringify({ outcome, checks: findings }));
  else print(render(findings, failed));
  return failed === 0 ? EXIT.pass : EXIT.fail;
}

function observersIn(observe: ObserveSettings, options: CheckOptions): readonly CheckedObserver[] {
  const { command, module } = observe;
  const isChosen = (kind: 'command' | 'module'): boolean =>
    options.command === undefined && options.module === undefined ? true : options[kind] !== undefined;
  const observers: readonly CheckedObserver[] = [
    ...(command && isChosen('command') ? [{ kind: 'command' as const, settings: command }] : []),
    ...(module && isChosen('module') ? [{ kind: 'module' as const, settings: module }] : []),
  ];
  if (observers.length > 0) return observers;
  throw new Lost200Error(
    'LOST200_E_USAGE',
    'There is no observer to check: neither an observer program nor a module was given.',
    'Give --command "python observer.py" or --module ./observer.mjs, or a config with observe.command or observe.module.',
  );
}

function inputOf(
  settings: Settings,
  { object, event }: CheckOptions,
): Omit<Parameters<typeof runChecks>[0], 'observer' | 'signal'> {
  if (object === undefined && event !== undefined)
    throw new Lost200Error(
      'LOST200_E_USAGE',
      '--event was given without --object.',
      'Name the object of these events too: --object ID.',
    );
  return {
    ...(object !== undefined && { objectId: object }),
    eventIds: event ?? [],
    fixed: settings.fixed,
    shapes: {
      object: settings.ids.object,
      event: settings.ids.event ?? profileFor(settings, profiles).eventIdShape,
    },
  };
}

const MARKS = { pass: 'ok  ', fail: 'FAIL', skipped: '-   ' } as const;

function render(findings: readonly Checked[], failed: number): string {
  const width = Math.max(...observerChecks.map((check) => check.id.length));
  const indent = ' '.repeat(width + 8);
  const lines = findings.map(({ check, outcome, text, remedy }) => {
    const said = text.replaceAll('\n', `\n${indent}`);
    return `${MARKS[outcome]}  ${check.padEnd(width)}  ${said}${remedy === undefined ? '' : `\n${indent}→ ${remedy}`}`;
  });
  const end = failed === 0 ? 'Every check held.' : `Checks that failed: ${failed}.`;
  const names = [...new Set(findings.map((one) => one.observer))];
  const blocks = names.map((name) =>
    [`observe.${name}`, ...lines.filter((_, index) => findings[index]?.observer === name)].join('\n'),
  );
  return `${blocks.join('\n\n')}\n\n${end}\n`;
}
