/** What a report format is: a pure function from the run's report to the files that it makes. */
import type { Artifact, RunReport } from './run-report.ts';

export interface RenderOptions {
  readonly colour: boolean;
  /** A failed *should* counts as a failure. */
  readonly strict?: boolean;
  /** More than an engineer needs at first sight. */
  readonly verbose?: boolean;
}

export interface Reporter {
  readonly name: string;
  readonly title: string;
  render(report: RunReport, options: RenderOptions): readonly Artifact[];
}
