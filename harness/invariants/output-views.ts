/** Whether a receiver's output was seen well enough to say that something is not in it, and what to say when not. */
import type { HistoryEntry } from '../../simulator/history.ts';
import type { PlayRecord } from '../../simulator/record.ts';
import { say } from '../judging/say.ts';
import type { Finding } from './invariant.ts';

export type LogEntry = Extract<HistoryEntry, { readonly kind: 'log' }>;
export type LogEnd = Extract<HistoryEntry, { readonly kind: 'log-end' }>;

export function logEntries(record: PlayRecord): readonly LogEntry[] {
  return record.entries.filter((entry): entry is LogEntry => entry.kind === 'log');
}

export function logEnd(record: PlayRecord): LogEnd | undefined {
  return record.entries.findLast((entry): entry is LogEnd => entry.kind === 'log-end');
}

export const NO_OUTPUT: NonNullable<Finding['blind']> = {
  missing: true,
  because: say('no-view-of-output', "no view of the receiver's output"),
  remedy: say('add-view-of-output', 'Let lost200 start the receiver: --exec, or `exec` in the config.'),
};

/** For a receiver that printed nothing, or next to nothing, where a line per webhook is looked for. */
export function printedTooLittle(end: LogEnd, what: 'lines' | 'about'): NonNullable<Finding['blind']> {
  const nothing = end.lines === 0;
  return {
    missing: true,
    because: nothing
      ? say('printed-nothing', 'the receiver printed nothing while it was attacked')
      : say(
          'printed-little',
          what === 'lines'
            ? 'the receiver printed {lines} line(s) for {events} events: too few to speak of each'
            : 'the receiver printed {lines} line(s), of which {about} speak of one of {events} events',
          { lines: end.lines, about: end.about, events: end.events },
        ),
    remedy: say(
      'print-a-line',
      'Print a line per webhook to standard output or standard error (in tests at least), with the id of the event.',
    ),
  };
}
