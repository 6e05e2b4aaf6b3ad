/** The report itself. Every other format can be drawn from this file alone. */
import { inertJson } from './inert.ts';
import type { Reporter } from './reporter.ts';
import type { RunReport } from './run-report.ts';

export const json: Reporter = {
  name: 'json',
  title: 'the run report, versioned, for machines',
  render: (report) => [{ name: 'report.json', text: serializeReport(report) }],
};

/** The report's one text form: reading it and writing it again gives the same bytes. */
export function serializeReport(report: RunReport): string {
  return `${inertJson(JSON.stringify(report, null, 1))}\n`;
}
