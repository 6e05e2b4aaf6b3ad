/** What a finished run shows and writes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { renderAll } from '../../reports/broadcast.ts';
import { renderTerminal } from '../../reports/terminal.ts';
import type { Settings } from '../config/settings.ts';
import { EXIT, Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';
import type { RunResult } from '../run/run.ts';
import { print, reportError, wantsColour, type OutputOptions } from './screen.ts';

/** Writes every report into the run's folder, and those with a path where the user wants them; says what could not be done. */
export function writeReports({ report, files }: RunResult, settings: Settings): readonly Lost200Error[] {
  const problems: Lost200Error[] = [];
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
    for (const artifact of renderAll(report, [name], options).artifacts) {
      const problem = saveAt(path, artifact.text);
      if (problem !== undefined) problems.push(problem);
    }
  }
  for (const { reporter, message } of failures) {
    problems.push(
      new Lost200Error(
        'LOST200_E_USAGE',
        `The reporter "${reporter}" failed: ${message}`,
        "The other reports are in the run's folder.",
      ),
    );
  }
  return problems;
}

function saveAt(path: string, text: string): Lost200Error | undefined {
  try {
    mkdirSync(dirname(resolve(path)), { recursive: true });
    writeFileSync(resolve(path), text);
    return undefined;
  } catch (error) {
    return new Lost200Error(
      'LOST200_E_USAGE',
      `The report ${path} cannot be written: ${reasonOf(error)}`,
      "Give --reporter a path that can be written; the same report is in the run's folder.",
    );
  }
}

/** Writes every report, shows one; returns the exit code. */
export function deliverReport(result: RunResult, settings: Settings, options: OutputOptions): number {
  const problems = writeReports(result, settings);
  const { report } = result;
  if (options.json === true) print(JSON.stringify(report));
  else print(renderTerminal(report, { colour: wantsColour(options) }));
  for (const problem of problems) reportError(problem, options.json === true);
  const [first] = problems;
  return report.summary.exitCode === EXIT.pass && first !== undefined
    ? first.exitCode
    : report.summary.exitCode;
}
