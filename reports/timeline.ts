/** The few history lines that prove a violation: one per attempt, one per thing seen. */
import type { HistoryEntry, SeenEffect } from '../simulator/history.ts';
import {
  attemptName,
  type AttemptTrace,
  isAboutAttempt,
  outcomeText,
  traceAttempts,
} from './attempt-line.ts';
import { inertLine } from './inert.ts';
import { count } from './layout.ts';
import type { ScenarioReport } from './run-report.ts';

export interface TimelineLine {
  readonly index: number;
  readonly virtualMs: number;
  /** The event or object that the line is about, by its label. */
  readonly who: string;
  readonly what: string;
}

export interface Timeline {
  readonly lines: readonly TimelineLine[];
  /** Lines that were left out between the first and the last ones. */
  readonly omitted: number;
  /** After how many of `lines` they were left out. */
  readonly omittedAfter: number;
  /** Evidence that the report does not hold. */
  readonly elsewhere: readonly number[];
}

const LINES_MIN = 3;
/** Reads alone say what went wrong, not what did it: the attempts just before are shown too. */
const ATTEMPTS_BEFORE_READS = 2;
const LINES_MAX = 10;
const HEAD = 5;
const LABEL_CHARACTERS_MAX = 48;

/** The evidence in order; where it is thin, what else was sent about the same events and objects. */
export function timeline(scenario: ScenarioReport, evidence: readonly number[]): Timeline {
  const entries = scenario.entries ?? [];
  const byIndex = new Map(entries.map((entry) => [entry.index, entry]));
  const traces = traceAttempts(entries);
  const proof = evidence.flatMap((index) => byIndex.get(index) ?? []);
  const attempts = new Map<string, AttemptTrace>();
  const others: HistoryEntry[] = [];
  for (const entry of proof) {
    const trace = isAboutAttempt(entry) ? traces.get(entry.attemptId) : undefined;
    if (trace === undefined) others.push(entry);
    else attempts.set(trace.attemptId, trace);
  }
  const wanted = attempts.size === 0 ? others.length + ATTEMPTS_BEFORE_READS : LINES_MIN;
  for (const trace of related(scenario, proof, traces)) {
    if (attempts.size + others.length >= wanted) break;
    attempts.set(trace.attemptId, trace);
  }
  const lines = [
    ...attemptLines(scenario, [...attempts.values()]),
    ...others.map((entry) => entryLine(scenario, entries, entry)),
  ].sort((left, right) => left.index - right.index);
  const elsewhere = evidence.filter((index) => !byIndex.has(index));
  if (lines.length <= LINES_MAX) return { lines, omitted: 0, omittedAfter: 0, elsewhere };
  const shown = [...lines.slice(0, HEAD), ...lines.slice(HEAD - LINES_MAX)];
  return { lines: shown, omitted: lines.length - shown.length, omittedAfter: HEAD, elsewhere };
}

/** `e3 payment.paid`, where the plan is at hand. */
export function eventName(scenario: ScenarioReport, eventId: string): string {
  const type = scenario.embeddedPlan?.events.find((event) => event.id === eventId)?.type;
  return inertLine(type === undefined ? eventId : `${eventId} ${type}`, LABEL_CHARACTERS_MAX);
}

/** Attempts of the events, and of the objects, that the proof speaks of, begun before its end; the last ones first. */
function related(
  scenario: ScenarioReport,
  proof: readonly HistoryEntry[],
  traces: ReadonlyMap<string, AttemptTrace>,
): readonly AttemptTrace[] {
  const eventIds = new Set<string>();
  for (const entry of proof) {
    if (isAboutAttempt(entry)) {
      for (const eventId of eventsOf(traces.get(entry.attemptId))) eventIds.add(eventId);
    } else if (entry.kind === 'state' || entry.kind === 'effects') {
      for (const event of scenario.embeddedPlan?.events ?? []) {
        if (event.objectId === entry.objectId) eventIds.add(event.id);
      }
    }
  }
  const end = proof.at(-1)?.index ?? 0;
  return [...traces.values()]
    .filter((trace) => trace.firstIndex <= end && eventsOf(trace).some((eventId) => eventIds.has(eventId)))
    .sort((left, right) => right.firstIndex - left.firstIndex);
}

function attemptLines(scenario: ScenarioReport, traces: readonly AttemptTrace[]): readonly TimelineLine[] {
  const ordered = [...traces].sort((left, right) => left.firstIndex - right.firstIndex);
  let openUntil = -1;
  return ordered.map((trace) => {
    const together = trace.firstIndex < openUntil ? ', beside an earlier one' : '';
    openUntil = Math.max(openUntil, trace.endIndex);
    return {
      index: trace.firstIndex,
      virtualMs: trace.started?.virtualMs ?? 0,
      who: whoOf(scenario, trace),
      what: `${attemptName(trace)}  ${outcomeText(trace)}${together}`,
    };
  });
}

/** Every event of the request. */
function eventsOf(trace: AttemptTrace | undefined): readonly string[] {
  return trace?.started === undefined ? [] : [trace.started.eventId, ...(trace.started.also ?? [])];
}

/** `e3 payment.paid`, `e3 payment.paid and 2 more`. */
function whoOf(scenario: ScenarioReport, trace: AttemptTrace): string {
  const [first, ...more] = eventsOf(trace);
  if (first === undefined) return '';
  const name = eventName(scenario, first);
  return more.length === 0 ? name : `${name} and ${String(more.length)} more`;
}

function entryLine(
  scenario: ScenarioReport,
  entries: readonly HistoryEntry[],
  entry: HistoryEntry,
): TimelineLine {
  const { who, what } = describe(scenario, entries, entry);
  return { index: entry.index, virtualMs: entry.virtualMs, who: inertLine(who, LABEL_CHARACTERS_MAX), what };
}

function describe(
  scenario: ScenarioReport,
  entries: readonly HistoryEntry[],
  entry: HistoryEntry,
): { readonly who: string; readonly what: string } {
  switch (entry.kind) {
    case 'state':
      return { who: entry.objectId, what: `state read: ${stateChange(entries, entry)}` };
    case 'effects':
      return { who: entry.objectId, what: `effects: ${effectCounts(entry.effects)}` };
    case 'values':
      return { who: entry.objectId, what: `values: ${inertLine(JSON.stringify(entry.values), 160)}` };
    case 'checked':
      return { who: entry.objectId, what: `check ${inertLine(entry.check, 40)}: ${checkResult(entry)}` };
    case 'observer-failed':
      return {
        who: entry.objectId,
        what: `observer ${inertLine(entry.observer, 40)} failed: ${inertLine(entry.message, 120)}`,
      };
    case 'log':
      return { who: entry.eventId ?? entry.objectId ?? '', what: `log: ${inertLine(entry.excerpt, 160)}` };
    case 'log-end':
      return { who: '', what: `receiver printed ${count(entry.lines, 'line')} in all` };
    case 'handshake': {
      const { handshake, problem } = entry;
      const fate = problem === undefined ? 'answered as it should be' : inertLine(problem, 120);
      return { who: '', what: `handshake ${inertLine(handshake, 60)}: ${fate}` };
    }
    case 'truth-read':
      return { who: entry.objectId, what: 'receiver asked the provider for the truth' };
    case 'called':
      return { who: entry.objectId, what: `receiver called ${callText(entry)}` };
    case 'call-abandoned':
      return { who: entry.objectId, what: 'receiver went away before the answer to its call' };
    case 'delivery-ended':
      return {
        who: deliveryName(scenario, entry.deliveryId),
        what: `delivery ${entry.state} after ${count(entry.attempts, 'attempt')}`,
      };
    case 'fault':
      return {
        who: entry.deliveryIds.map((id) => deliveryName(scenario, id)).join(', '),
        what: `fault: ${inertLine(entry.fault, 60)}`,
      };
    case 'receiver-exited':
      return { who: '', what: `receiver exited: ${inertLine(entry.detail, 120)}` };
    case 'phase':
      return { who: '', what: `phase: ${entry.phase}` };
    case 'interrupted':
      return { who: '', what: 'interrupted' };
    case 'note':
      return { who: '', what: inertLine(entry.note, 120) };
    case 'attempt-started':
    case 'attempt-sent':
    case 'attempt-replied':
    case 'attempt-recorded':
      return { who: '', what: `${inertLine(entry.attemptId, 40)} ${entry.kind}` };
  }
}

/** `POST /ledger (e3, key …) → refused`. */
function callText(entry: Extract<HistoryEntry, { readonly kind: 'called' }>): string {
  const key = entry.key === undefined ? 'no key' : `key ${entry.key}`;
  const about = inertLine([...entry.eventIds, key].join(', '), 60);
  const fault = entry.fault === undefined ? '' : `, ${inertLine(entry.fault, 40)}`;
  return `${inertLine(entry.call, 60)} (${about})${fault}`;
}

function checkResult(entry: Extract<HistoryEntry, { readonly kind: 'checked' }>): string {
  if (entry.failed !== undefined) return `failed: ${inertLine(entry.failed, 120)}`;
  return entry.differences.length === 0 ? 'ok' : count(entry.differences.length, 'difference');
}

function deliveryName(scenario: ScenarioReport, deliveryId: string): string {
  const eventId = scenario.embeddedPlan?.deliveries.find((delivery) => delivery.id === deliveryId)?.eventId;
  return eventId === undefined ? deliveryId : eventName(scenario, eventId);
}

/** What this read saw, after what the same observer had seen before. */
function stateChange(
  entries: readonly HistoryEntry[],
  read: Extract<HistoryEntry, { readonly kind: 'state' }>,
): string {
  let before: string | null | undefined;
  for (const entry of entries) {
    if (entry.index >= read.index) break;
    if (entry.kind === 'state' && entry.objectId === read.objectId && entry.observer === read.observer)
      before = entry.state;
  }
  const now = stateName(read.state);
  return before === undefined || before === read.state ? now : `${stateName(before)} → ${now}`;
}

function stateName(state: string | null): string {
  return state === null ? 'no such object' : inertLine(state, 40);
}

/** `ledger ×2 (e3), email ×1`: calls with one key count once; the event is named where the receiver names it. */
function effectCounts(effects: readonly SeenEffect[]): string {
  const counts = new Map<string, number>();
  const keys = new Set<string>();
  for (const effect of effects) {
    const key = effect.key === undefined ? undefined : JSON.stringify([effect.kind, effect.key]);
    if (key !== undefined && keys.has(key)) continue;
    if (key !== undefined) keys.add(key);
    const name = inertLine(effect.kind, 40);
    const of = effect.eventId === undefined ? '' : ` (${inertLine(effect.eventId, 40)})`;
    const row = JSON.stringify([name, of]);
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  if (counts.size === 0) return 'none';
  return [...counts]
    .map(([row, number]) => {
      const [name, of] = JSON.parse(row) as [string, string];
      return `${name} ×${String(number)}${of}`;
    })
    .join(', ');
}
