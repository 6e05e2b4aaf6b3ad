/** For CI: judged wrong is a failure, not judged is an error, and a failed *should* is shown without breaking the build. */
import { seconds } from './duration.ts';
import { explain, groupOccurrences, type Section } from './failure.ts';
import { inertLine } from './inert.ts';
import { pad } from './layout.ts';
import type { RenderOptions, Reporter } from './reporter.ts';
import {
  type CaseSummary,
  type Notice,
  type RunReport,
  type ScenarioReport,
  summarizeCases,
} from './run-report.ts';
import { element, serializeXml, type XmlElement } from './xml.ts';

export const junit: Reporter = {
  name: 'junit',
  title: 'JUnit XML, for CI servers',
  render: (report, options) => [{ name: 'junit.xml', text: renderJunit(report, options) }],
};

type Mark = 'passed' | 'failure' | 'error' | 'skipped';

interface MarkedCase {
  readonly mark: Mark;
  readonly node: XmlElement;
}

const EXAMPLES_MAX = 3;
const LABEL_COLUMNS = 10;

export function renderJunit(report: RunReport, options: Pick<RenderOptions, 'strict'>): string {
  const cases = summarizeCases(report);
  const scenarios = [...new Set(cases.map((row) => row.scenario))];
  const suites = scenarios.map((id) =>
    scenarioSuite(
      report,
      id,
      cases.filter((row) => row.scenario === id),
      options.strict === true,
    ),
  );
  const errors = report.notices.filter((notice) => notice.level === 'error').map(noticeCase);
  if (errors.length > 0) suites.unshift({ name: 'lost200', plays: [], cases: errors });
  const root = element(
    'testsuites',
    {
      name: 'lost200',
      ...counts(suites.flatMap((suite) => suite.cases)),
      time: seconds(report.run.wallMs),
      timestamp: report.run.startedAt,
    },
    suites.map((suite) => suiteElement(report, suite)),
  );
  return serializeXml(root);
}

interface Suite {
  readonly name: string;
  readonly plays: readonly ScenarioReport[];
  readonly cases: readonly MarkedCase[];
}

/** Cases of one scenario are judged on the same plays: each gets its share of their time. */
function scenarioSuite(report: RunReport, id: string, rows: readonly CaseSummary[], strict: boolean): Suite {
  const plays = report.scenarios.filter((scenario) => scenario.id === id);
  const shareMs = playedMs(plays) / Math.max(1, rows.length);
  return { name: id, plays, cases: rows.map((row) => testcase(report, row, shareMs, strict)) };
}

function suiteElement(report: RunReport, { name, plays, cases }: Suite): XmlElement {
  return element(
    'testsuite',
    { name, ...counts(cases), time: seconds(playedMs(plays)), timestamp: report.run.startedAt },
    [properties(report, plays), ...cases.map((marked) => marked.node)],
  );
}

function counts(cases: readonly MarkedCase[]): Readonly<Record<string, number>> {
  const number = (mark: Mark): number => cases.filter((marked) => marked.mark === mark).length;
  return {
    tests: cases.length,
    failures: number('failure'),
    errors: number('error'),
    skipped: number('skipped'),
  };
}

function testcase(report: RunReport, row: CaseSummary, timeMs: number, strict: boolean): MarkedCase {
  const { mark, content } = judgement(report, row, strict);
  const attributes = { classname: row.scenario, name: row.invariant, time: seconds(timeMs) };
  return { mark, node: element('testcase', attributes, content) };
}

function judgement(
  report: RunReport,
  row: CaseSummary,
  strict: boolean,
): { readonly mark: Mark; readonly content: readonly XmlElement[] } {
  const verdict = row.deciding[0]?.verdict;
  const message = verdict?.because.text ?? '';
  const remedy = verdict?.remedy === undefined ? '' : inertLine(verdict.remedy.text, 2000);
  switch (row.outcome) {
    case 'pass':
      return { mark: 'passed', content: [] };
    case 'skipped':
      return {
        mark: 'skipped',
        content: [element('skipped', { message: remedy === '' ? message : `${message} ${remedy}` })],
      };
    case 'unknown':
      return {
        mark: 'error',
        content: [element('error', { message, type: verdict?.because.code ?? 'unknown' }, remedy)],
      };
    case 'fail':
      if (row.requirement === 'should' && !strict) {
        return {
          mark: 'skipped',
          content: [element('skipped', { message: `should: ${message}` }, failureText(report, row))],
        };
      }
      return {
        mark: 'failure',
        content: [element('failure', { message, type: failureType(row) }, failureText(report, row))],
      };
  }
}

function failureType(row: CaseSummary): string {
  const verdict = row.deciding[0]?.verdict;
  return verdict?.violations[0]?.key ?? verdict?.because.code ?? 'fail';
}

/** The best example of each kind of violation, as the terminal shows it. */
function failureText(report: RunReport, row: CaseSummary): string {
  const groups = groupOccurrences(row.deciding);
  const shown = groups.slice(0, EXAMPLES_MAX).map((group) => {
    const sentence = inertLine(group.best.verdict.because.text, 600);
    return [sentence, ...explain(report, group.best).flatMap(sectionLines)].join('\n');
  });
  const more = groups.length - shown.length;
  return `\n${[...shown, ...(more > 0 ? [`${String(more)} more kinds of violation are in the report.`] : [])].join('\n\n')}\n`;
}

function sectionLines(section: Section): readonly string[] {
  return section.lines.map((line, at) => `  ${pad(at === 0 ? section.label : '', LABEL_COLUMNS)}${line}`);
}

function noticeCase(notice: Notice): MarkedCase {
  const { code, text } = notice.sentence;
  const node = element('testcase', { classname: 'lost200', name: code, time: seconds(0) }, [
    element('error', { message: text, type: code }, inertLine(notice.remedy?.text ?? '', 2000)),
  ]);
  return { mark: 'error', node };
}

function properties(report: RunReport, plays: readonly ScenarioReport[]): XmlElement {
  const { run, receiver } = report;
  const values: [string, string | number][] = [
    ['receiver', receiver.url],
    ['profile', run.profile],
    ['seeds', plays.length === 0 ? run.seed : plays.map((play) => play.seed).join(' ')],
    ['virtualMs', plays.length === 0 ? run.virtualMs : Math.max(...plays.map((play) => play.virtualMs))],
  ];
  return element(
    'properties',
    {},
    values.map(([name, value]) => element('property', { name, value })),
  );
}

/** Wall time between the first and the last history entry at hand; a pass brings none, and counts as no time. */
function playedMs(plays: readonly ScenarioReport[]): number {
  return plays.reduce((sum, play) => {
    const times = (play.entries ?? []).map((entry) => entry.wallMs);
    return times.length === 0 ? sum : sum + Math.max(...times) - Math.min(...times);
  }, 0);
}
