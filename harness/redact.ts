/**
 * Keeps secrets out of whatever leaves a run (DESIGN 4.10): texts that a receiver or a library wrote may echo a header, a
 * URL's token or a password. What is known to be secret is replaced; the receiver's own log is left to the receiver.
 */
import type { Notice, RunReport, Sentence, Verdict } from '../reports/run-report.ts';
import type { HistoryEvent } from '../simulator/history.ts';
import type { Json } from '../simulator/json.ts';
import type { Reply } from '../simulator/model.ts';
import { Lost200Error } from './errors.ts';

export const REDACTED = '[secret]';

/** Shorter values stand in too many texts by chance. */
const LENGTH_MIN = 6;

export type Redact = (text: string) => string;

/**
 * Replaces every secret of at least six characters, longest first: as it is, percent-encoded and JSON-escaped. Where a text was
 * cut off (at its end, or before `…`), the beginning of a secret goes too.
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets.flatMap(formsOf))]
    .filter((form) => form.length >= LENGTH_MIN)
    .sort((left, right) => right.length - left.length);
  if (forms.length === 0) return (text) => text;
  const whole = new RegExp(forms.map(escapeRegExp).join('|'), 'g');
  return (text) =>
    text
      .replace(whole, REDACTED)
      .split('…')
      .map((part) => withoutBeginning(part, forms))
      .join('…');
}

function formsOf(secret: string): readonly string[] {
  return [
    secret,
    encodeURIComponent(Buffer.from(secret).toString()),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ];
}

function withoutBeginning(text: string, forms: readonly string[]): string {
  for (const form of forms) {
    for (let length = form.length - 1; length >= LENGTH_MIN; length -= 1) {
      if (text.endsWith(form.slice(0, length))) return `${text.slice(0, -length)}${REDACTED}`;
    }
  }
  return text;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/** The same for every string of a value; keys are ours and stay. */
export function redactJson(value: Json, redact: Redact): Json {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item: Json) => redactJson(item, redact));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactJson(item, redact)]));
  }
  return value;
}

function redactReply(reply: Reply, redact: Redact): Reply {
  if (reply.kind === 'none') return { ...reply, detail: redact(reply.detail) };
  const headers = redactJson(reply.headers, redact) as Readonly<Record<string, string>>;
  return { ...reply, headers, body: redact(reply.body) };
}

/** The free text of an entry. Labels, kinds and what observers saw are kept: they are what is judged. */
export function redactEntry(entry: HistoryEvent, redact: Redact): HistoryEvent {
  switch (entry.kind) {
    case 'attempt-replied':
      return { ...entry, reply: redactReply(entry.reply, redact) };
    case 'handshake': {
      const { reply, problem } = entry;
      return {
        ...entry,
        reply: redactReply(reply, redact),
        ...(problem !== undefined && { problem: redact(problem) }),
      };
    }
    case 'observer-failed':
      return { ...entry, message: redact(entry.message) };
    case 'log':
      return { ...entry, excerpt: redact(entry.excerpt) };
    case 'checked':
      return {
        ...entry,
        differences: entry.differences.map(({ key, expected, actual }) => ({
          key,
          expected: redact(expected),
          actual: redact(actual),
        })),
        ...(entry.failed !== undefined && { failed: redact(entry.failed) }),
      };
    case 'receiver-exited':
      return { ...entry, detail: redact(entry.detail) };
    case 'note':
      return entry.values === undefined ? entry : { ...entry, values: redactJson(entry.values, redact) };
    default:
      return entry;
  }
}

/** The sentences of a report and its URL; embedded entries were redacted when they happened, and plans hold no secrets. */
export function redactReport(report: RunReport, redact: Redact): RunReport {
  return {
    ...report,
    receiver: { ...report.receiver, url: redact(report.receiver.url) },
    notices: report.notices.map((notice) => redactSentences(notice, redact)),
    scenarios: report.scenarios.map((scenario) => ({
      ...scenario,
      verdicts: scenario.verdicts.map((verdict) => redactVerdict(verdict, redact)),
    })),
  };
}

function redactVerdict(verdict: Verdict, redact: Redact): Verdict {
  return {
    ...verdict,
    because: redactSentence(verdict.because, redact),
    ...(verdict.remedy && { remedy: redactSentence(verdict.remedy, redact) }),
    violations: verdict.violations.map((violation) => ({
      ...violation,
      expected: redact(violation.expected),
      actual: redact(violation.actual),
    })),
  };
}

function redactSentences(notice: Notice, redact: Redact): Notice {
  return {
    ...notice,
    sentence: redactSentence(notice.sentence, redact),
    ...(notice.remedy && { remedy: redactSentence(notice.remedy, redact) }),
  };
}

function redactSentence({ code, values, text }: Sentence, redact: Redact): Sentence {
  return { code, values: redactJson(values, redact) as Sentence['values'], text: redact(text) };
}

/** An error that may be shown; one of ours stays one of ours. */
export function redactError(error: unknown, redact: Redact): unknown {
  if (error instanceof Lost200Error) {
    return new Lost200Error(error.code, redact(error.message), redact(error.remedy), { cause: error });
  }
  if (error instanceof Error) {
    error.message = redact(error.message);
    if (error.stack !== undefined) error.stack = redact(error.stack);
  }
  return error;
}
