import { acknowledged, type AttemptRecord, type PlayRecord } from '../../simulator/record.ts';
import { say } from '../judging/say.ts';
import type { Finding, Invariant } from './invariant.ts';
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
    if (end.nameless === true) return { judged: [], violations: [], blind: NO_IDS };
    if (end.about === 0 || 2 * end.about < end.events)
      return { judged: [], violations: [], blind: printedTooLittle(end, 'about') };
    const found = new Set(logEntries(record).map((entry) => entry.eventId));
    const events = [...lastAcknowledgements(record)];
    const absent = events.filter(([eventId]) => !found.has(eventId));
    const patienceMs = Math.max(ON_THE_WAY_MS, 3 * record.lagMs, 2 * longestDelayMs(record));
    const proven = absent.filter(([, attempt]) => mustHaveBeenSeen(record, attempt, end, patienceMs));
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

const NO_IDS: NonNullable<Finding['blind']> = {
  missing: true,
  because: say('events-without-ids', 'the provider gives its events no id'),
  remedy: say('events-without-ids-remedy', 'Nothing is amiss: print the id of the object and its status.'),
};

/** By event: the last of its attempts that was answered 2xx. */
function lastAcknowledgements(
  record: PlayRecord,
): ReadonlyMap<string, AttemptRecord & { readonly repliedAt: number }> {
  return new Map(record.attempts.filter(acknowledged).map((attempt) => [attempt.eventId, attempt]));
}

/** No buffer can have swallowed the line, and there was time for it: some are written by a worker that comes later. */
function mustHaveBeenSeen(
  record: PlayRecord,
  attempt: AttemptRecord & { readonly repliedAt: number },
  end: LogEnd,
  patienceMs: number,
): boolean {
  const answeredMs = record.entries[attempt.repliedAt]?.wallMs ?? Number.MAX_SAFE_INTEGER;
  return (end.whole || end.prompt) && answeredMs + patienceMs < end.endedMs;
}

/** The longest that an id came after the first 2xx to its event. */
function longestDelayMs(record: PlayRecord): number {
  const answered = new Map<string, number>();
  for (const attempt of record.attempts.filter(acknowledged)) {
    const wallMs = record.entries[attempt.repliedAt]?.wallMs;
    if (wallMs !== undefined && !answered.has(attempt.eventId)) answered.set(attempt.eventId, wallMs);
  }
  const delays = logEntries(record).map(
    ({ eventId, wallMs }) => wallMs - (answered.get(eventId ?? '') ?? wallMs),
  );
  return Math.max(0, ...delays);
}

function maybeLost(count: number): NonNullable<ReturnType<Invariant['judge']>['undecided']> {
  return {
    because: say(
      'output-may-be-lost',
      'the ids of {count} event(s) were not printed, but they may have been lost with the last of the output, or have been about to come',
      { count },
    ),
    remedy: say(
      'output-may-be-lost-remedy',
      'Let it end with exit code 0 on SIGTERM when its work is done, or print without a buffer (PYTHONUNBUFFERED=1, stdbuf -oL).',
    ),
  };
}
