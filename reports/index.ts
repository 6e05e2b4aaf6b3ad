/** What a run means, in every format. Public: nobody inside lost200 imports this file. */
export type * from './run-report.ts';
export { mergeOutcomes, REPORT_VERSION, summarizeCases } from './run-report.ts';
export type { RenderOptions, Reporter } from './reporter.ts';
export { reporters } from './reporters.ts';
export { renderAll, type Rendered, type ReporterFailure } from './broadcast.ts';
export { serializeReport } from './json.ts';
export { renderJunit } from './junit.ts';
export { renderTerminal } from './terminal.ts';
export { renderSideBySide, type ReceiverColumn } from './side-by-side.ts';
export { readReport, UnreadableReportError, type UnreadableReportCode } from './upgrade.ts';
