/** Broken receivers that do their work well and write the wrong things about it. */
import { bug, small, type ReceiverEntry } from './entry.ts';

export const brokenLogs: readonly ReceiverEntry[] = [
  small(
    bug('logs-the-request', 'Prints headers and body of every webhook, addresses and signatures with them.', [
      'baseline/calm#logs-are-clean',
    ]),
    [],
  ),
  small(
    bug('logs-no-ids', 'Prints a line for every webhook, and none says which one it was.', [
      'baseline/calm#logs-carry-the-id',
    ]),
    [],
  ),
];
