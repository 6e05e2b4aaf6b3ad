import { acknowledged, type AttemptRecord, type PlayRecord } from '../../simulator/record.ts';
import { say } from '../judging/say.ts';
import type { Invariant } from './invariant.ts';
import { logEnd, logEntries, NO_OUTPUT, printedTooLittle, type LogEnd } from './output-views.ts';

/** How long a line may be on its way to us, in real milliseconds. */
const ON_THE_WAY_MS = 500;

/**
 * Judges events that the receiver acknowledged, and only of a receiver that prints at least a line about every second event:
 * whoever logs elsewhere, or only what went wrong, is not accused. What a lost buffer may have held is undecided.
 */
export const logsCarryTheId: Invariant = {
  id: 'logs-carry-the-id',
  title: "Every event that was taken can be found in the receiver's output by its id.",
  mend: 'Print one line per webhook, with the id of the event, its type and the status that you answered.',
  requirement: () => 'should',
  witnesses: 'all',
  safety: false,
  afterStop: true,
  judge: (record) => {
    const end = logEnd(record);
    if (end === undefined) return { judged: [], violations: [], blind: NO_OUTPUT };
    if (end.about === 0 || 2 * end.about < end.events)
      return { judged: [], violations: [], blind: printedTooLittle(end, 'about') };
    const found = new Set(logEntries(record).map((entry) => entry.eventId));
    const events = [...lastAcknowledgements(record)];
    const absent = events.filter(([eventId]) => !found.has(eventId));
    const proven = absent.filter(([, attempt]) => mustHaveBeenSeen(record, attempt, end));
    return {
      judged: events
        .filter((event) => !absent.includes(event) || proven.includes(event))
        .map(([, attempt]) => attempt.fact.id),
      violations: proven.map(([eventId, attempt]) => ({
        key: 'id-not-in-log',
        subject: attempt.fact.id,
        expected: `a line with the id of ${eventId} (${attempt.fact.objectId} ${attempt.fact.fact})`,
        actual: `none in ${end.lines} lines of output`,
        evidence: [attempt.startedAt, attempt.repliedAt, end.index],
      })),
      ...(absent.length > proven.length ? { undecided: maybeLost(absent.length - proven.length) } : {}),
    };
  },
};

/** By event: the last of its attempts that was answered 2xx. */
function lastAcknowledgements(
  record: PlayRecord,
): ReadonlyMap<string, AttemptRecord & { readonly repliedAt: number }> {
  return new Map(record.attempts.filter(acknowledged).map((attempt) => [attempt.eventId, attempt]));
}

/** Everything was seen, or else lines came as they were printed, and went on coming after this event was answered. */
function mustHaveBeenSeen(
  record: PlayRecord,
  attempt: AttemptRecord & { readonly repliedAt: number },
  end: LogEnd,
): boolean {
  if (end.whole) return true;
  const answeredMs = record.entries[attempt.repliedAt]?.wallMs ?? Number.MAX_SAFE_INTEGER;
  return end.prompt && answeredMs + ON_THE_WAY_MS < end.lastAboutMs;
}

function maybeLost(count: number): NonNullable<ReturnType<Invariant['judge']>['undecided']> {
  return {
    because: say(
      'output-may-be-lost',
      'the ids of {count} event(s) were not printed, but the last of the output may be lost: the receiver did not end by itself with exit code 0',
      { count },
    ),
    remedy: say(
      'output-may-be-lost-remedy',
      'Let it end with exit code 0 on SIGTERM, or print without a buffer (PYTHONUNBUFFERED=1, stdbuf -oL).',
    ),
  };
}
