import { expect, it } from 'vitest';
import { failingRun, passingRun } from './fixtures/failing-run.ts';
import { PAGE_WIDTH, width } from './layout.ts';
import { renderSideBySide } from './side-by-side.ts';

const columns = [
  { name: 'naive', report: failingRun() },
  { name: 'correct', report: passingRun() },
];

it('shows two receivers beside each other', () => {
  expect(renderSideBySide(columns)).toMatchInlineSnapshot(`
    "                        naive                                  correct
    acks/lost-200           ✗ single-effect                        ✓ 2
    duplicates/concurrent   ✗ single-effect
    order/overtaken         ✗ no-regression  ? 2                   ✓ 1
    trust/forged            ! clear-refusal

                            FAIL: 3 of 14 cases failed (must), 1   PASS: 3 of 3 cases passed
                            more (should), 2 could not be
                            judged, 6 passed, 2 skipped
    "
  `);
});

it('fits the page, with three receivers too', () => {
  for (const line of renderSideBySide([...columns, ...columns.slice(0, 1)]).split('\n')) {
    expect(width(line)).toBeLessThanOrEqual(PAGE_WIDTH);
  }
});

it('has colour only when asked', () => {
  expect(renderSideBySide(columns, { colour: true })).toContain('\u001b[31m');
  expect(renderSideBySide(columns)).not.toContain('\u001b');
});
