/** The receiver's calls to services of ours, as a play's history tells them. */
import type { HistoryEntry } from './history.ts';

/** A call of the receiver's to a service of ours. */
export interface CallRecord {
  readonly id: string;
  readonly observer: string;
  readonly objectId: string;
  readonly eventIds: readonly string[];
  /** The effect's kind. */
  readonly kind: string;
  readonly key?: string;
  readonly at: number;
  readonly wallMs: number;
  readonly refused: boolean;
  /** True when it was done and the receiver cannot know it: the answer was lost, or the receiver went away before. */
  readonly inDoubt: boolean;
}

/** In the order in which they came. */
export function readCalls(entries: readonly HistoryEntry[]): readonly CallRecord[] {
  const abandoned = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'call-abandoned' ? [`${entry.callId} ${entry.objectId}`] : [],
    ),
  );
  return entries.flatMap((entry) => {
    if (entry.kind !== 'called') return [];
    const { callId, observer, objectId, eventIds, call, key, refused = false, lost = false } = entry;
    const isUnknown = lost || abandoned.has(`${callId} ${objectId}`);
    return [
      {
        ...{ id: callId, observer, objectId, eventIds, kind: call, ...(key === undefined ? {} : { key }) },
        ...{ at: entry.index, wallMs: entry.wallMs, refused, inDoubt: !refused && isUnknown },
      },
    ];
  });
}
