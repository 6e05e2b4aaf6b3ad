/** What a finished run shows and writes. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderAll } from '../../reports/broadcast.ts';
import { renderTerminal } from '../../reports/terminal.ts';
import type { Settings } from '../config/settings.ts';
import type { RunResult } from '../run/run.ts';
import { print, printError, wantsColour, type OutputOptions } from './screen.ts';

/** Writes every report into the run's folder, and those with a path where the user wants them. */
export function writeReports({ report, files }: RunResult, settings: Settings): void {
  const options = { colour: false, strict: settings.strict };
  const names = new Set([
    'json',
    'junit',
    'terminal',
    ...settings.reporters.map((reporter) => reporter.name),
  ]);
  const { artifacts, failures } = renderAll(report, [...names], options);
  for (const artifact of artifacts) files.saveText(artifact.name, artifact.text);
  for (const { name, path } of settings.reporters) {
    if (path === undefined) continue;
    for (const artifact of renderAll(report, [name], options).artifacts)
      writeFileSync(resolve(path), artifact.text);
  }
  for (const failure of failures)
    printError(`lost200: the reporter "${failure.reporter}" failed: ${failure.message}`);
}

/** Writes every report, shows one; returns the exit code. */
export function deliverReport(result: RunResult, settings: Settings, options: OutputOptions): number {
  writeReports(result, settings);
  const { report } = result;
  if (options.json === true) print(JSON.stringify(report));
  else print(renderTerminal(report, { colour: wantsColour(options) }));
  return report.summary.exitCode;
}
