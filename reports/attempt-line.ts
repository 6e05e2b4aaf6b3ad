/** One attempt in one line: what really came back, and what the provider believes. */
import type { HistoryEntry } from '../simulator/history.ts';
import type { NoReply, Recorded, Reply } from '../simulator/model.ts';
import { wallDuration } from './duration.ts';
import { inertLine } from './inert.ts';

type Entry<K extends HistoryEntry['kind']> = Extract<HistoryEntry, { readonly kind: K }>;

/** All that the history says of one attempt. */
export interface AttemptTrace {
  readonly attemptId: string;
  started?: Entry<'attempt-started'>;
  reply?: Reply;
  lateReply?: Reply;
  recorded?: Recorded;
  /** The index of the first thing said of it, and of the end of its last answer. */
  firstIndex: number;
  endIndex: number;
}

const BODY_CHARACTERS_MAX = 40;
const NOTABLE_LATENCY_MS = 1000;

const NO_REPLY: Readonly<Record<NoReply, string>> = {
  'never-sent': 'nothing was sent',
  refused: 'connection refused',
  'cut-short': 'the request was cut short on purpose',
  reset: 'connection reset by the provider on purpose',
  'gave-up': 'the provider gave up waiting',
  timeout: 'no answer in time',
  broken: 'connection broken by the receiver',
  aborted: 'aborted',
};

export function traceAttempts(entries: readonly HistoryEntry[]): ReadonlyMap<string, AttemptTrace> {
  const traces = new Map<string, AttemptTrace>();
  for (const entry of entries) {
    if (!isAboutAttempt(entry)) continue;
    const trace = traces.get(entry.attemptId) ?? {
      attemptId: entry.attemptId,
      firstIndex: entry.index,
      endIndex: entry.index,
    };
    traces.set(entry.attemptId, trace);
    if (entry.kind === 'attempt-started') trace.started = entry;
    else if (entry.kind === 'attempt-recorded') trace.recorded = entry.recorded;
    else if (entry.kind === 'attempt-replied') {
      trace.endIndex = entry.index;
      if (entry.late === true) trace.lateReply = entry.reply;
      else trace.reply = entry.reply;
    }
  }
  return traces;
}

export function isAboutAttempt(
  entry: HistoryEntry,
): entry is Entry<'attempt-started' | 'attempt-sent' | 'attempt-replied' | 'attempt-recorded'> {
  return (
    entry.kind === 'attempt-started' ||
    entry.kind === 'attempt-sent' ||
    entry.kind === 'attempt-replied' ||
    entry.kind === 'attempt-recorded'
  );
}

const ALTERED = { forgery: 'forged', oddity: 'odd', poison: 'indigestible' } as const;

/** `attempt 1`, `attempt 1 (replay)`, `attempt 1 (forged: wrong-secret)`. */
export function attemptName(trace: AttemptTrace): string {
  if (trace.started === undefined) return `attempt ${inertLine(trace.attemptId, 40)}`;
  const { attempt, reason, altered = '', as } = trace.started;
  const notes = [
    ...(reason === 'scheduled' ? [] : [reason === 'real-gap' ? 'again, in real time' : reason]),
    ...(as === undefined ? [] : [`${ALTERED[as]}: ${inertLine(altered, 40)}`]),
  ];
  return `attempt ${String(attempt)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}

/** `→ 200 (lost: provider recorded a timeout)`. */
export function outcomeText(trace: AttemptTrace): string {
  const reply = trace.lateReply?.kind === 'response' ? trace.lateReply : trace.reply;
  if (reply === undefined)
    return trace.recorded === undefined ? '→ not answered yet' : `→ ? (${belief(trace.recorded)})`;
  if (reply.kind === 'none') {
    const heard =
      trace.recorded === undefined || isSilence(trace.recorded) ? '' : ` (${belief(trace.recorded)})`;
    return `→ ${NO_REPLY[reply.reason]}${heard}`;
  }
  const late = trace.lateReply === reply ? ' after the provider had given up' : slow(reply.latencyMs);
  return `→ ${String(reply.status)}${quotedBody(reply)}${late}${difference(reply.status, trace.recorded)}`;
}

function slow(latencyMs: number): string {
  return latencyMs >= NOTABLE_LATENCY_MS ? ` after ${wallDuration(latencyMs)}` : '';
}

function quotedBody(reply: Extract<Reply, { readonly kind: 'response' }>): string {
  if (isTaken(reply.status)) return '';
  const body = reply.body.trim();
  return body === '' ? '' : ` ${inertLine(body, BODY_CHARACTERS_MAX)}`;
}

function difference(status: number, recorded: Recorded | undefined): string {
  if (recorded === undefined || (!isSilence(recorded) && recorded.status === status)) return '';
  return isTaken(status) ? ` (lost: ${belief(recorded)})` : ` (${belief(recorded)})`;
}

function belief(recorded: Recorded): string {
  switch (recorded.kind) {
    case 'timed-out':
      return 'provider recorded a timeout';
    case 'connection-failed':
      return 'provider recorded a failed connection';
    case 'delivered':
    case 'failed':
      return `provider recorded ${String(recorded.status)}`;
  }
}

function isSilence(
  recorded: Recorded,
): recorded is Extract<Recorded, { readonly kind: 'timed-out' | 'connection-failed' }> {
  return recorded.kind === 'timed-out' || recorded.kind === 'connection-failed';
}

function isTaken(status: number): boolean {
  return status >= 200 && status <= 299;
}
