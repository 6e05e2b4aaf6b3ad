import { describe, expect, it } from 'vitest';
import { failingRun, passingRun } from './fixtures/failing-run.ts';
import { runReport, scenarioReport, sentence, verdict } from './fixtures/report-parts.ts';
import { PAGE_WIDTH, width } from './layout.ts';
import { renderTerminal } from './terminal.ts';

describe('the summary of a run', () => {
  it('shows what failed, why, how to see it again, and what could not be seen', () => {
    expect(renderTerminal(failingRun(), { colour: false })).toMatchInlineSnapshot(`
      "lost200 0.1.0 → http://127.0.0.1:3000/webhooks
      seed 42 (2 plays each) · standard-webhooks · 312 attempts · 45 h 12 m played in 8.4 s

                                                                                forged
                                                                                has
                             single  no    no          duplicates    delivery   no      clear
                             effect  loss  regression  acknowledged  completes  effect  refusal
      acks/lost-200          ✗       ✓     ✓           ✓             ✓
      duplicates/concurrent  ✗       ✓
      order/overtaken        ?       ?     ✗
      trust/forged                                                              ✓       !
      ✓ pass   ✗ fail   ! fail (should)   ? unknown   · skipped

      ✗ single-effect  Every fact has its effects at most once, however often it comes.
        where     acks/lost-200, duplicates/concurrent (3 times)
        about     f2 paid of o1, in acks/lost-200, seed 42~1
        expected  ledger exactly once
        actual    ledger 2 times
        history   +0 s  e2 payment.paid  attempt 1  → 200 (lost: provider recorded a timeout)
                  +1 m  e2 payment.paid  attempt 2  → 200
                  +1 m  o1               effects: ledger ×2, email ×1
        replayed  5/5 failed again
        replay    lost200 replay .lost200/failures/acks-lost-200-42~1.json

      ✗ no-regression  No read may show an older state than one before it.
        where     order/overtaken (2 times)
        about     o1, in order/overtaken, seed 42~1
        expected  paid, or a later state
        actual    pending after paid
        history   +0 s   e2 payment.paid     attempt 1  → 200
                  +0 s   o1                  state read: paid
                  +58 s  e1 payment.pending  attempt 2  → 200
                  +58 s  o1                  state read: paid → pending
        replay    lost200 replay .lost200/runs/2026-11-30-7f3a/plans/order-overtaken-42~1.json

      ! clear-refusal (should)  A refusal says why.
        where     trust/forged (2 times)
        about     e1 payment.paid, in trust/forged, seed 42~1
        expected  401 or 403
        actual    500
        history   +0 s  e1 payment.paid  attempt 1  → 500 Internal <b>Error</b> after 1.5 s
        replay    lost200 replay .lost200/runs/2026-11-30-7f3a/plans/trust-forged-42~1.json

      ? 2 cases could not be judged: no view of effects
        → Add --effects URL, a test-only route that lists what was done.

      · 2 cases skipped: receiver clock not moved

      warning: The receiver is slow to settle

      FAIL: 3 of 14 cases failed (must), 1 more (should), 2 could not be judged, 6 passed, 2 skipped
      exit 1: a must failed
      "
    `);
  });

  it('says little when all is well', () => {
    expect(renderTerminal(passingRun(), { colour: false })).toMatchInlineSnapshot(`
      "lost200 0.1.0 → http://127.0.0.1:3000/webhooks
      seed 42 (2 plays each) · standard-webhooks · 312 attempts · 45 h 12 m played in 8.4 s

                       single  no
                       effect  loss
      acks/lost-200    ✓       ✓
      order/overtaken  ✓
      ✓ pass

      PASS: 3 of 3 cases passed
      exit 0: every must that the run promised was seen to hold
      "
    `);
  });

  it('is plain text without colour, and the same text with it', () => {
    const text = renderTerminal(failingRun(), { colour: false });
    const painted = renderTerminal(failingRun(), { colour: true });
    expect(text).not.toContain('\u001b');
    expect(painted).toContain('\u001b[31m');
    expect(painted.replace(/\u001b\[\d+m/g, '')).toBe(text);
  });

  it('fits the page, but for what is there to be copied', () => {
    const lines = renderTerminal(failingRun(), { colour: false, verbose: true }).split('\n');
    for (const line of lines)
      if (!line.includes('lost200 replay')) expect(width(line)).toBeLessThanOrEqual(PAGE_WIDTH);
  });

  it('names cases, history indexes and sight when verbose', () => {
    const text = renderTerminal(failingRun(), { colour: false, verbose: true });
    expect(text).toContain('    order/overtaken#single-effect\n');
    expect(text).toContain('#3  +0 s  e2 payment.paid');
    expect(text).toContain('sees: state\n');
  });

  it('tells each reason once, with every remedy that there is for it', () => {
    const id = 'acks/lost-200';
    const unknown = (invariant: string, remedy: string): ReturnType<typeof verdict> =>
      verdict(id, invariant, {
        outcome: 'unknown',
        because: sentence('no-view', 'no view of effects'),
        remedy: sentence('add', remedy),
      });
    const verdicts = [unknown('a', 'Add A.'), unknown('b', 'Add A.'), unknown('c', 'Add C.')];
    const text = renderTerminal(runReport([scenarioReport(id, '1', verdicts)]), { colour: false });
    expect(text).toContain('? 3 cases could not be judged: no view of effects\n  → Add A.\n  → Add C.\n');
    expect(text).toContain('UNDECIDED: 0 of 3 cases passed, 3 could not be judged\nexit 2: undecided');
  });

  it('keeps different reasons apart, and only counts the rare ones of a long list', () => {
    const id = 'acks/lost-200';
    const verdicts = Array.from({ length: 12 }, (_, at) =>
      verdict(id, `invariant-${String(at)}`, {
        outcome: 'skipped',
        because: sentence('hazard', `hazard not created: number ${String(Math.max(0, at - 1))}`),
      }),
    );
    const report = runReport([scenarioReport(id, '1', verdicts)]);
    const text = renderTerminal(report, { colour: false });
    expect(text).toContain(
      '· 2 cases skipped: hazard not created: number 0\n· 1 case skipped: hazard not created: number 1\n',
    );
    expect(text).toContain('  and 3 cases for 3 other reasons\n');
    expect(renderTerminal(report, { colour: false, verbose: true })).not.toContain('other reason');
  });

  it('shows a run that played nothing', () => {
    const report = runReport([], {
      notices: [
        {
          level: 'error',
          sentence: sentence('calm', 'The calm check failed: 401.'),
          remedy: sentence('secret', 'Give the secret with --secret.'),
        },
      ],
    });
    const stopped = {
      ...report,
      summary: { ...report.summary, outcome: 'interrupted', exitCode: 130 },
    } as const;
    expect(renderTerminal(stopped, { colour: false })).toMatchInlineSnapshot(`
      "lost200 0.1.0 → http://127.0.0.1:3000/webhooks
      seed 42 (2 plays each) · standard-webhooks · 312 attempts · 45 h 12 m played in 8.4 s

      error: The calm check failed: 401
        → Give the secret with --secret.

      INTERRUPTED: 0 of 0 cases passed
      exit 130: interrupted: cases that were not played are missing here
      "
    `);
  });
});
