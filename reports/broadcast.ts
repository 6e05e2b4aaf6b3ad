/** One report to many reporters: the crash of one harms neither its siblings nor the run. */
import type { RenderOptions, Reporter } from './reporter.ts';
import { reporters } from './reporters.ts';
import type { Artifact, RunReport } from './run-report.ts';

export interface ReporterFailure {
  readonly reporter: string;
  readonly message: string;
}

export interface Rendered {
  readonly artifacts: readonly Artifact[];
  readonly failures: readonly ReporterFailure[];
}

/** Renders the named formats, each once, in the order of the names. */
export function renderAll(
  report: RunReport,
  names: readonly string[],
  options: RenderOptions = { colour: false },
  known: readonly Reporter[] = reporters,
): Rendered {
  const artifacts: Artifact[] = [];
  const failures: ReporterFailure[] = [];
  for (const name of new Set(names)) {
    const reporter = known.find((candidate) => candidate.name === name);
    if (reporter === undefined) {
      const choices = known.map((candidate) => candidate.name).join(', ');
      failures.push({ reporter: name, message: `No reporter is named "${name}". There are: ${choices}.` });
      continue;
    }
    try {
      artifacts.push(
        ...reporter.render(report, options).map((made) => ({ name: made.name, text: made.text })),
      );
    } catch (error) {
      failures.push({ reporter: name, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { artifacts, failures };
}
