/** Two receivers, or more, on one screen: what each did with the same scenarios. */
import { verdictLine } from './closing.ts';
import { inertLine } from './inert.ts';
import { clip, pad, PAGE_WIDTH, width, wrap } from './layout.ts';
import { signOf } from './matrix.ts';
import { type Paint, painter, type Tone } from './paint.ts';
import { type CaseSummary, mergeOutcomes, type RunReport, summarizeCases } from './run-report.ts';

export interface ReceiverColumn {
  readonly name: string;
  readonly report: RunReport;
}

interface Cell {
  readonly tone: Tone;
  readonly text: string;
}

const SCENARIO_COLUMNS_MAX = 32;
const GAP = 3;

export function renderSideBySide(
  columns: readonly ReceiverColumn[],
  options: { readonly colour: boolean } = { colour: false },
): string {
  const paint = painter(options.colour);
  const cases = columns.map((column) => summarizeCases(column.report));
  // What was skipped with every receiver has no line of its own, as in the matrix of one.
  const judged = cases.flat().filter((row) => row.outcome !== 'skipped');
  const shown = judged.length > 0 ? judged : cases.flat();
  const scenarios = [...new Set(cases.flat().map((row) => row.scenario))].filter((id) =>
    shown.some((row) => row.scenario === id),
  );
  const first = Math.min(SCENARIO_COLUMNS_MAX, Math.max(8, ...scenarios.map((id) => width(inertLine(id)))));
  const each = Math.max(12, Math.floor((PAGE_WIDTH - first) / Math.max(1, columns.length)) - GAP);
  const heading = columns.map((column): Cell => ({
    tone: 'strong',
    text: clip(inertLine(column.name), each),
  }));
  const body = scenarios.flatMap((scenario) =>
    tableRow(
      clip(inertLine(scenario), first),
      cases.map((rows) => summaryCell(rows.filter((row) => row.scenario === scenario))),
      { first, each, paint },
    ),
  );
  const verdicts = columns.map((column): Cell => verdictLine(column.report));
  const lines = [
    ...tableRow('', heading, { first, each, paint }),
    ...body,
    '',
    ...tableRow('', verdicts, { first, each, paint }),
  ];
  return `${lines.join('\n')}\n`;
}

/** `✓ 8`, or what went wrong: `✗ single-effect, final-state`. */
function summaryCell(rows: readonly CaseSummary[]): Cell {
  const outcome = mergeOutcomes(rows.map((row) => row.outcome));
  const failed = rows.filter((row) => row.outcome === 'fail');
  const names = (sign: string): string =>
    failed
      .filter((row) => signOf(row).sign === sign)
      .map((row) => inertLine(row.invariant, 60))
      .join(', ');
  const number = (wanted: CaseSummary['outcome']): number =>
    rows.filter((row) => row.outcome === wanted).length;
  const parts: string[] = [];
  if (rows.length === 0) return { tone: 'quiet', text: '' };
  if (outcome === 'skipped') return { tone: 'quiet', text: '· skipped' };
  if (failed.length === 0 && number('pass') > 0) parts.push(`✓ ${String(number('pass'))}`);
  for (const sign of ['✗', '!']) if (names(sign) !== '') parts.push(`${sign} ${names(sign)}`);
  if (number('unknown') > 0) parts.push(`? ${String(number('unknown'))}`);
  const tone: Tone = names('✗') !== '' ? 'bad' : outcome === 'pass' ? 'good' : 'doubt';
  return { tone, text: parts.join('  ') };
}

interface TableLayout {
  readonly first: number;
  readonly each: number;
  readonly paint: Paint;
}

/** One row of the table, as many lines high as its highest cell. */
function tableRow(
  label: string,
  cells: readonly Cell[],
  { first, each, paint }: TableLayout,
): readonly string[] {
  const wrapped = cells.map((cell) => ({ tone: cell.tone, lines: wrap(cell.text, each) }));
  const height = Math.max(1, ...wrapped.map((cell) => cell.lines.length));
  return Array.from({ length: height }, (_, line) => {
    const parts = wrapped.map((cell) => {
      const text = cell.lines[line] ?? '';
      return ' '.repeat(GAP) + (text === '' ? '' : paint(cell.tone, text)) + pad('', each - width(text));
    });
    return (pad(line === 0 ? label : '', first) + parts.join('')).trimEnd();
  });
}
