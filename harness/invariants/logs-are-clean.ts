import type { Violation } from '../../reports/run-report.ts';
import { reached, type PlayRecord } from '../../simulator/record.ts';
import type { Invariant } from './invariant.ts';
import { logEnd, logEntries, NO_OUTPUT, printedTooLittle, type LogEntry } from './output-views.ts';

/** Judges the output of a receiver that we started. One that prints less than a line for two events was not seen to be discreet. */
export const logsAreClean: Invariant = {
  id: 'logs-are-clean',
  title: "Secrets, signatures and personal data do not appear in the receiver's output.",
  mend: 'Log the id and type of the event and what became of it; never headers, bodies or configuration as they are.',
  requirement: () => 'should',
  witnesses: 'all',
  safety: true,
  afterStop: true,
  judge: (record) => {
    const violations = [...group(record)].map(([, entries]) => violationOf(record, entries));
    const end = logEnd(record);
    if (end === undefined) return { judged: [], violations, blind: NO_OUTPUT };
    if (end.lines === 0 || 2 * end.lines < end.events)
      return { judged: [], violations, blind: printedTooLittle(end, 'lines') };
    const judged = record.attempts.filter(reached).map((attempt) => attempt.fact.id);
    return { judged, violations, note: `in ${end.lines} lines` };
  },
};

/** One violation for each kind of thing and what it belongs to. */
function group(record: PlayRecord): ReadonlyMap<string, readonly LogEntry[]> {
  const groups = new Map<string, LogEntry[]>();
  for (const entry of logEntries(record)) {
    if (entry.found === 'event-id') continue;
    const key = `${keyOf(entry)} ${subjectOf(record, entry)}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return groups;
}

function violationOf(record: PlayRecord, entries: readonly LogEntry[]): Violation {
  const [first] = entries;
  if (first === undefined) throw new RangeError('There is no violation without an entry.');
  return {
    key: keyOf(first),
    subject: subjectOf(record, first),
    expected: `no ${nameOf(first)} in the receiver's output`,
    actual: first.excerpt,
    evidence: entries.map((entry) => entry.index),
  };
}

function keyOf({ found, field }: LogEntry): string {
  return field === undefined ? `${found}-in-log` : `${found}-in-log:${field}`;
}

function nameOf({ found, field }: LogEntry): string {
  if (found === 'secret') return 'webhook secret';
  return found === 'signature' ? 'signature of a request' : `personal data (${field ?? 'planted'})`;
}

function subjectOf(record: PlayRecord, { objectId, attemptId }: LogEntry): string {
  const attempt = record.attempts.find((one) => one.id === attemptId);
  return attempt?.fact.id ?? objectId ?? 'receiver';
}
