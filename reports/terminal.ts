/** The page that an engineer reads after a run: what failed, why, how to see it again, and what could not be seen. */
import { exitLine, verdictLine } from './closing.ts';
import { virtualDuration, wallDuration } from './duration.ts';
import { explain, type FailureGroup, groupFailures, type Section } from './failure.ts';
import { inertLine } from './inert.ts';
import { clip, count, hanging, pad, PAGE_WIDTH } from './layout.ts';
import { matrixLines } from './matrix.ts';
import { type Paint, painter, type Tone } from './paint.ts';
import { groupReasons, type ReasonGroup, withoutStop } from './reasons.ts';
import type { RenderOptions, Reporter } from './reporter.ts';
import { type CaseSummary, type Notice, type RunReport, summarizeCases } from './run-report.ts';

export const terminal: Reporter = {
  name: 'terminal',
  title: 'the summary shown after a run, as a text file',
  render: (report, options) => [{ name: 'summary.txt', text: renderTerminal(report, options) }],
};

const SENTENCE_CHARACTERS_MAX = 600;
const SCENARIOS_NAMED_MAX = 4;
const REMEDIES_MAX = 3;
const REASONS_MAX = 8;
const LABEL_COLUMNS = 10;

export function renderTerminal(report: RunReport, options: RenderOptions): string {
  const paint = painter(options.colour);
  const verbose = options.verbose === true;
  const cases = summarizeCases(report);
  const verdict = verdictLine(report);
  const blocks: (readonly string[])[] = [
    headerLines(report, paint, verbose),
    matrixLines(cases, paint),
    ...groupFailures(report).map((group) => failureLines(report, group, paint, verbose)),
    unknownLines(cases, paint, verbose),
    skippedLines(report, cases, paint, verbose),
    report.notices.flatMap((notice) => noticeLines(notice, paint)),
    [...painted(hanging('', verdict.text), paint, verdict.tone), exitLine(report)],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** One failed case of a report, explained; `undefined` when that case did not fail. */
export function renderFailure(report: RunReport, caseId: string, options: RenderOptions): string | undefined {
  const group = groupFailures({
    ...report,
    scenarios: report.scenarios.map((scenario) => ({
      ...scenario,
      verdicts: scenario.verdicts.filter((verdict) => verdict.case === caseId),
    })),
  })[0];
  if (group === undefined) return undefined;
  return failureLines(report, group, painter(options.colour), options.verbose === true).join('\n');
}

function headerLines(report: RunReport, paint: Paint, verbose: boolean): readonly string[] {
  const { run, receiver, tool } = report;
  const played = run.seeds > 1 ? ` (${String(run.seeds)} plays each)` : '';
  const facts = [
    `seed ${inertLine(run.seed, 40)}${played}`,
    inertLine(run.profile, 40),
    count(run.attempts, 'attempt'),
    `${virtualDuration(run.virtualMs)} played in ${wallDuration(run.wallMs)}`,
  ];
  const lines = [
    paint('strong', clip(`lost200 ${inertLine(tool.version, 20)} → ${inertLine(receiver.url)}`, PAGE_WIDTH)),
    ...hanging('', facts.join(' · ')),
  ];
  if (!verbose) return lines;
  const sees =
    receiver.capabilities.length === 0
      ? 'nothing but the wire'
      : receiver.capabilities.map((name) => inertLine(name, 40)).join(', ');
  return [
    ...lines,
    ...hanging(
      '',
      `lifecycle ${inertLine(run.lifecycle, 40)} · run ${inertLine(run.id, 60)} in ${inertLine(run.folder)}`,
    ),
    ...hanging('sees: ', sees),
  ];
}

function failureLines(
  report: RunReport,
  group: FailureGroup,
  paint: Paint,
  verbose: boolean,
): readonly string[] {
  const must = group.requirement === 'must';
  const tone: Tone = must ? 'bad' : 'doubt';
  const title = `${must ? '✗' : '!'} ${inertLine(group.invariant, 60)}${must ? '' : ' (should)'}`;
  const sentence = inertLine(group.best.verdict.because.text, SENTENCE_CHARACTERS_MAX);
  const [first = '', ...rest] = hanging(`${title}  `, sentence);
  const sections: readonly Section[] = [
    { label: 'where', lines: [whereText(group, verbose)] },
    ...explain(report, group.best, verbose),
  ];
  return [
    paint(tone, title) + first.slice(title.length),
    ...rest,
    ...sections.flatMap((section) => sectionLines(section, paint)),
  ];
}

function whereText(group: FailureGroup, verbose: boolean): string {
  const named = verbose ? group.scenarios : group.scenarios.slice(0, SCENARIOS_NAMED_MAX);
  const more = group.scenarios.length - named.length;
  const names =
    named.map((id) => inertLine(id, 60)).join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
  return group.occurrences.length > group.scenarios.length
    ? `${names} (${String(group.occurrences.length)} times)`
    : names;
}

function sectionLines(section: Section, paint: Paint): readonly string[] {
  const indent = '  ';
  const columns = PAGE_WIDTH - indent.length - LABEL_COLUMNS;
  const lines =
    section.verbatim === true ? section.lines : section.lines.flatMap((line) => hanging('', line, columns));
  return lines.map(
    (line, at) =>
      indent + (at === 0 ? paint('quiet', pad(section.label, LABEL_COLUMNS)) : pad('', LABEL_COLUMNS)) + line,
  );
}

function unknownLines(cases: readonly CaseSummary[], paint: Paint, verbose: boolean): readonly string[] {
  return eachReason(groupReasons(cases, 'unknown'), verbose, (group) => {
    const reason = inertLine(withoutStop(group.because.text), SENTENCE_CHARACTERS_MAX);
    const remedies = group.remedies
      .slice(0, REMEDIES_MAX)
      .map((remedy) => inertLine(remedy.text, SENTENCE_CHARACTERS_MAX));
    const text = `${count(group.cases.length, 'case')} could not be judged: ${reason}`;
    return [
      ...painted(hanging('? ', text), paint, 'doubt'),
      ...remedies.flatMap((remedy) => painted(hanging('  → ', remedy), paint, 'doubt')),
      ...caseLines(group, verbose),
    ];
  });
}

/** One line a reason; where the run is undecided for want of what was skipped, also what to do about it. */
function skippedLines(
  report: RunReport,
  cases: readonly CaseSummary[],
  paint: Paint,
  verbose: boolean,
): readonly string[] {
  const undecided = report.summary.outcome === 'undecided';
  return eachReason(groupReasons(cases, 'skipped'), verbose, (group) => {
    const reason = inertLine(withoutStop(group.because.text), SENTENCE_CHARACTERS_MAX);
    const text = `· ${count(group.cases.length, 'case')} skipped: ${reason}`;
    const remedies = undecided ? group.remedies.slice(0, REMEDIES_MAX) : [];
    const lines = [
      ...(verbose ? hanging('', text) : [clip(text, PAGE_WIDTH)]),
      ...remedies.flatMap((remedy) => hanging('  → ', inertLine(remedy.text, SENTENCE_CHARACTERS_MAX))),
    ];
    return [...painted(lines, paint, 'quiet'), ...caseLines(group, verbose)];
  });
}

/** The rare reasons at the end of a long list are only counted. */
function eachReason(
  groups: readonly ReasonGroup[],
  verbose: boolean,
  lines: (group: ReasonGroup) => readonly string[],
): readonly string[] {
  const shown = verbose ? groups : groups.slice(0, REASONS_MAX);
  const rest = groups.slice(shown.length);
  const cases = rest.reduce((sum, group) => sum + group.cases.length, 0);
  const more =
    rest.length === 0 ? [] : [`  and ${count(cases, 'case')} for ${count(rest.length, 'other reason')}`];
  return [...shown.flatMap(lines), ...more];
}

function caseLines(group: ReasonGroup, verbose: boolean): readonly string[] {
  return verbose ? group.cases.map((id) => `    ${inertLine(id, 90)}`) : [];
}

const NOTICE_TONES: Readonly<Record<Notice['level'], Tone>> = {
  error: 'bad',
  warning: 'doubt',
  info: 'quiet',
};

function noticeLines(notice: Notice, paint: Paint): readonly string[] {
  const remedy =
    notice.remedy === undefined
      ? []
      : hanging('  → ', inertLine(notice.remedy.text, SENTENCE_CHARACTERS_MAX));
  const sentence = inertLine(withoutStop(notice.sentence.text), SENTENCE_CHARACTERS_MAX);
  return painted([...hanging(`${notice.level}: `, sentence), ...remedy], paint, NOTICE_TONES[notice.level]);
}

function painted(lines: readonly string[], paint: Paint, tone: Tone): readonly string[] {
  return lines.map((line) => paint(tone, line));
}
