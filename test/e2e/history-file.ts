/** A run's history as it stands on disk. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RunReport } from '../../reports/run-report.ts';
import type { HistoryEntry, HistoryHeader } from '../../simulator/history.ts';

export interface HistoryFile {
  readonly header: HistoryHeader;
  readonly entries: readonly HistoryEntry[];
}

/** `cwd` is where lost200 ran: its paths are relative to it. */
export function readHistory(report: RunReport, cwd: string): HistoryFile {
  const lines = readFileSync(resolve(cwd, report.run.folder, 'history.ndjson'), 'utf8')
    .trimEnd()
    .split('\n');
  const [header, ...entries] = lines.map((line) => JSON.parse(line) as unknown);
  return { header: header as HistoryHeader, entries: entries as HistoryEntry[] };
}
