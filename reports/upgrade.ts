/** Reads a stored report: refuses what a newer lost200 wrote, and what is no report at all. */
import { REPORT_VERSION, type RunReport } from './run-report.ts';

export type UnreadableReportCode = 'LOST200_E_REPORT_NEWER' | 'LOST200_E_REPORT_MALFORMED';

export class UnreadableReportError extends Error {
  readonly code: UnreadableReportCode;
  /** What to do about it. */
  readonly remedy: string;

  constructor(code: UnreadableReportCode, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableReportError';
    this.code = code;
    this.remedy = remedy;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const OUTCOMES: readonly unknown[] = ['fail', 'unknown', 'pass', 'skipped'];

/** The report in `text`, checked as far as reporters rely on it. */
export function readReport(text: string): RunReport {
  const report = fields(parse(text), 'the report');
  const version = report['schemaVersion'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw malformed('schemaVersion is not a positive integer');
  }
  if (version > REPORT_VERSION) {
    throw new UnreadableReportError(
      'LOST200_E_REPORT_NEWER',
      `Cannot read the report: its schemaVersion is ${String(version)}, this lost200 knows up to ${String(REPORT_VERSION)}.`,
      'Read it with the lost200 version that wrote it (see "tool" in the file), or a newer one.',
    );
  }
  checkHead(report);
  list(report['notices'], 'notices').forEach((notice, at) => {
    const where = `notices[${String(at)}]`;
    sentence(fields(notice, where)['sentence'], `${where}.sentence`);
  });
  list(report['scenarios'], 'scenarios').forEach((scenario, at) => {
    checkScenario(scenario, `scenarios[${String(at)}]`);
  });
  return report as unknown as RunReport;
}

function checkHead(report: Fields): void {
  const tool = fields(report['tool'], 'tool');
  if (tool['name'] !== 'lost200') throw malformed('tool.name is not "lost200"');
  texts(tool, 'tool', ['version']);
  const run = fields(report['run'], 'run');
  texts(run, 'run', ['id', 'seed', 'namespace', 'profile', 'lifecycle', 'startedAt', 'folder']);
  numbers(run, 'run', ['seeds', 'wallMs', 'virtualMs', 'attempts']);
  const receiver = fields(report['receiver'], 'receiver');
  texts(receiver, 'receiver', ['url']);
  list(receiver['capabilities'], 'receiver.capabilities');
  const summary = fields(report['summary'], 'summary');
  texts(summary, 'summary', ['outcome']);
  numbers(summary, 'summary', ['exitCode', 'pass', 'fail', 'unknown', 'skipped']);
}

function checkScenario(value: unknown, where: string): void {
  const scenario = fields(value, where);
  texts(scenario, where, ['id', 'title', 'seed']);
  numbers(scenario, where, ['attempts', 'virtualMs']);
  texts(fields(scenario['plan'], `${where}.plan`), `${where}.plan`, ['sha256', 'path']);
  texts(fields(scenario['history'], `${where}.history`), `${where}.history`, ['path']);
  if (scenario['entries'] !== undefined) list(scenario['entries'], `${where}.entries`);
  list(scenario['verdicts'], `${where}.verdicts`).forEach((verdict, at) => {
    checkVerdict(verdict, `${where}.verdicts[${String(at)}]`);
  });
}

function checkVerdict(value: unknown, where: string): void {
  const verdict = fields(value, where);
  texts(verdict, where, ['case', 'invariant', 'requirement']);
  numbers(verdict, where, ['witnesses']);
  if (!OUTCOMES.includes(verdict['outcome']))
    throw malformed(`${where}.outcome is none of ${OUTCOMES.join(', ')}`);
  sentence(verdict['because'], `${where}.because`);
  list(verdict['violations'], `${where}.violations`).forEach((violation, at) => {
    const path = `${where}.violations[${String(at)}]`;
    texts(fields(violation, path), path, ['key', 'subject', 'expected', 'actual']);
    list(fields(violation, path)['evidence'], `${path}.evidence`);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw malformed('it is not JSON', { cause });
  }
}

function fields(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed(`${where} is not an object`);
  return value as Fields;
}

function list(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed(`${where} is not a list`);
  return value as readonly unknown[];
}

function texts(holder: Fields, where: string, names: readonly string[]): void {
  for (const name of names)
    if (typeof holder[name] !== 'string') throw malformed(`${where}.${name} is not a text`);
}

function numbers(holder: Fields, where: string, names: readonly string[]): void {
  for (const name of names)
    if (typeof holder[name] !== 'number') throw malformed(`${where}.${name} is not a number`);
}

function sentence(value: unknown, where: string): void {
  texts(fields(value, where), where, ['code', 'text']);
}

function malformed(why: string, options?: ErrorOptions): UnreadableReportError {
  return new UnreadableReportError(
    'LOST200_E_REPORT_MALFORMED',
    `Cannot read the report: ${why}.`,
    'Give the report.json of a run, unchanged.',
    options,
  );
}
