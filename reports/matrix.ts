/** Scenarios against invariants, one sign per case. */
import { inertLine } from './inert.ts';
import { clip, PAGE_WIDTH, pad, width } from './layout.ts';
import type { Paint, Tone } from './paint.ts';
import type { CaseSummary } from './run-report.ts';

interface Sign {
  readonly sign: string;
  readonly tone: Tone;
  readonly meaning: string;
}

const SIGNS = {
  pass: { sign: '✓', tone: 'good', meaning: 'pass' },
  fail: { sign: '✗', tone: 'bad', meaning: 'fail' },
  'fail-should': { sign: '!', tone: 'doubt', meaning: 'fail (should)' },
  unknown: { sign: '?', tone: 'doubt', meaning: 'unknown' },
  skipped: { sign: '·', tone: 'quiet', meaning: 'skipped' },
} as const satisfies Record<string, Sign>;

const SCENARIO_COLUMNS_MAX = 40;
const GAP = 2;
/** Words of a heading are never cut shorter than this: the table is broken into several instead. */
const WORD_COLUMNS_MIN = 5;
const WORD_COLUMNS_MAX = 12;

export function signOf(row: Pick<CaseSummary, 'outcome' | 'requirement'>): Sign {
  return row.outcome === 'fail' && row.requirement === 'should' ? SIGNS['fail-should'] : SIGNS[row.outcome];
}

/** The matrix of all cases, no wider than the page. What was skipped all along has no line of its own: the reasons below name it. */
export function matrixLines(cases: readonly CaseSummary[], paint: Paint): readonly string[] {
  if (cases.length === 0) return [];
  const shown = cases.some((row) => row.outcome !== 'skipped')
    ? cases.filter((row) => row.outcome !== 'skipped')
    : cases;
  const scenarios = [...new Set(cases.map((row) => row.scenario))].filter((id) =>
    shown.some((row) => row.scenario === id),
  );
  const invariants = [...new Set(cases.map((row) => row.invariant))].filter((id) =>
    shown.some((row) => row.invariant === id),
  );
  const first = Math.min(SCENARIO_COLUMNS_MAX, Math.max(...scenarios.map((id) => width(inertLine(id)))));
  const cell = new Map(cases.map((row) => [JSON.stringify([row.scenario, row.invariant]), row]));
  const blocks = split(invariants, PAGE_WIDTH - first);
  const lines = blocks.flatMap(({ ids, cap }, at) => [
    ...(at === 0 ? [] : ['']),
    ...headingLines(ids, cap, first).map((line) => paint('strong', line)),
    ...scenarios.map((scenario) => {
      const cells = ids.map((id) => {
        const row = cell.get(JSON.stringify([scenario, id]));
        const sign = row === undefined ? undefined : signOf(row);
        const gap = ' '.repeat(GAP);
        return sign === undefined
          ? gap + pad('', columnWidth(id, cap))
          : gap + paint(sign.tone, sign.sign) + pad('', columnWidth(id, cap) - 1);
      });
      return (pad(clip(inertLine(scenario), first), first) + cells.join('')).trimEnd();
    }),
  ]);
  return [...lines, paint('quiet', legend(cases))];
}

/** Only the signs that were used. */
function legend(cases: readonly CaseSummary[]): string {
  const used = new Set<Sign>(cases.map(signOf));
  return Object.values(SIGNS)
    .filter((sign) => used.has(sign))
    .map((sign) => `${sign.sign} ${sign.meaning}`)
    .join('   ');
}

interface Block {
  readonly ids: readonly string[];
  readonly cap: number;
}

/** One table with words as long as fit; where even short ones do not, several tables. */
function split(ids: readonly string[], columns: number): readonly Block[] {
  for (let cap = WORD_COLUMNS_MAX; cap >= WORD_COLUMNS_MIN; cap -= 1) {
    if (total(ids, cap) <= columns) return [{ ids, cap }];
  }
  const blocks: { ids: string[]; cap: number }[] = [];
  for (const id of ids) {
    const block = blocks.at(-1);
    if (block !== undefined && total([...block.ids, id], WORD_COLUMNS_MAX) <= columns) block.ids.push(id);
    else blocks.push({ ids: [id], cap: WORD_COLUMNS_MAX });
  }
  return blocks;
}

function total(ids: readonly string[], cap: number): number {
  return ids.reduce((sum, id) => sum + GAP + columnWidth(id, cap), 0);
}

function columnWidth(id: string, cap: number): number {
  return Math.max(1, ...headingWords(id, cap).map(width));
}

/** `duplicates-acknowledged` is written as two words, one above the other. */
function headingWords(id: string, cap: number): readonly string[] {
  return inertLine(id, 60)
    .split('-')
    .map((word) =>
      width(word) <= cap
        ? word
        : `${Array.from(word)
            .slice(0, cap - 1)
            .join('')}.`,
    );
}

function headingLines(ids: readonly string[], cap: number, first: number): readonly string[] {
  const stacks = ids.map((id) => headingWords(id, cap));
  const height = Math.max(...stacks.map((stack) => stack.length));
  return Array.from({ length: height }, (_, line) => {
    const words = stacks.map((stack, at) => {
      const word = stack[line - (height - stack.length)] ?? '';
      return ' '.repeat(GAP) + pad(word, columnWidth(ids[at] ?? '', cap));
    });
    return (' '.repeat(first) + words.join('')).trimEnd();
  });
}
