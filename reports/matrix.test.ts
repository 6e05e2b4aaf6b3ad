import { describe, expect, it } from 'vitest';
import { runReport, scenarioReport, verdict } from './fixtures/report-parts.ts';
import { PAGE_WIDTH, width } from './layout.ts';
import { matrixLines } from './matrix.ts';
import { painter } from './paint.ts';
import { summarizeCases } from './run-report.ts';

const CATALOGUE = [
  'single-effect',
  'no-loss',
  'no-regression',
  'final-state',
  'duplicates-acknowledged',
  'delivery-completes',
  'forged-has-no-effect',
  'ack-is-durable',
  'still-alive',
  'acks-in-time',
];

function matrix(invariants: readonly string[], scenario = 'duplicates/concurrent'): readonly string[] {
  const verdicts = invariants.map((invariant) => verdict(scenario, invariant));
  return matrixLines(summarizeCases(runReport([scenarioReport(scenario, '1', verdicts)])), painter(false));
}

describe('the matrix', () => {
  it('fits the page with the whole catalogue of invariants', () => {
    expect(matrix(CATALOGUE).join('\n')).toMatchInlineSnapshot(`
      "                                                                       forged
                                                                             has     ack             acks
                             single  no    no       final  duplic.  delive.  no      is       still  in
                             effect  loss  regres.  state  acknow.  comple.  effect  durable  alive  time
      duplicates/concurrent  ✓       ✓     ✓        ✓      ✓        ✓        ✓       ✓        ✓      ✓
      ✓ pass"
    `);
  });

  it.each([1, 5, 12, 18, 40])('never grows wider than the page: %i invariants', (number) => {
    const ids = Array.from(
      { length: number },
      (_, at) => `${CATALOGUE[at % CATALOGUE.length] ?? ''}-${String(at)}`,
    );
    const lines = matrix(ids, `a/${'long-'.repeat(20)}`);
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(PAGE_WIDTH);
    expect(lines.join('').split('✓')).toHaveLength(number + 2);
  });

  it('gives no line to what was skipped all along, unless everything was', () => {
    const skipped = (invariant: string) => verdict('a/b', invariant, { outcome: 'skipped' });
    const lines = (verdicts: ReturnType<typeof skipped>[]): string =>
      matrixLines(summarizeCases(runReport([scenarioReport('a/b', '1', verdicts)])), painter(false)).join(
        '\n',
      );
    expect(lines([verdict('a/b', 'no-loss'), skipped('confluence')])).not.toContain('confluence');
    expect(lines([skipped('confluence')])).toContain('confluence');
  });

  it('is nothing without cases', () => {
    expect(matrix([])).toEqual([]);
  });
});
