import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failingRun, passingRun } from './fixtures/failing-run.ts';
import { runReport, scenarioReport, sentence, verdict } from './fixtures/report-parts.ts';
import { elementsNamed, readXml } from './fixtures/well-formed.ts';
import { renderJunit } from './junit.ts';
import { type Notice, type RunReport, summarizeCases } from './run-report.ts';

const SUMS = ['tests', 'failures', 'errors', 'skipped'] as const;

describe('JUnit XML', () => {
  it('shows a failing run', () => {
    expect(renderJunit(failingRun(), {})).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="lost200" tests="14" failures="3" errors="2" skipped="3" time="8.400" timestamp="2026-11-30T12:00:00.000Z">
        <testsuite name="acks/lost-200" tests="5" failures="1" errors="0" skipped="0" time="0.200" timestamp="2026-11-30T12:00:00.000Z">
          <properties>
            <property name="receiver" value="http://127.0.0.1:3000/webhooks"/>
            <property name="profile" value="standard-webhooks"/>
            <property name="seeds" value="42~1 42~2"/>
            <property name="virtualMs" value="162720000"/>
          </properties>
          <testcase classname="acks/lost-200" name="single-effect" time="0.040">
            <failure message="Every fact has its effects at most once, however often it comes." type="ledger:2&gt;1">
      Every fact has its effects at most once, however often it comes.
        about     f2 paid of o1, in acks/lost-200, seed 42~1
        expected  ledger exactly once
        actual    ledger 2 times
        history   +0 s  e2 payment.paid  attempt 1  → 200 (lost: provider recorded a timeout)
                  +1 m  e2 payment.paid  attempt 2  → 200
                  +1 m  o1               effects: ledger ×2, email ×1
        replayed  5/5 failed again
        replay    lost200 replay .lost200/failures/acks-lost-200-42~1.json
      </failure>
          </testcase>
          <testcase classname="acks/lost-200" name="no-loss" time="0.040"/>
          <testcase classname="acks/lost-200" name="no-regression" time="0.040"/>
          <testcase classname="acks/lost-200" name="duplicates-acknowledged" time="0.040"/>
          <testcase classname="acks/lost-200" name="delivery-completes" time="0.040"/>
        </testsuite>
        <testsuite name="duplicates/concurrent" tests="2" failures="1" errors="0" skipped="0" time="0.060" timestamp="2026-11-30T12:00:00.000Z">
          <properties>
            <property name="receiver" value="http://127.0.0.1:3000/webhooks"/>
            <property name="profile" value="standard-webhooks"/>
            <property name="seeds" value="42~1 42~2"/>
            <property name="virtualMs" value="162720000"/>
          </properties>
          <testcase classname="duplicates/concurrent" name="single-effect" time="0.030">
            <failure message="Every fact has its effects at most once, however often it comes." type="ledger:2&gt;1">
      Every fact has its effects at most once, however often it comes.
        about     f1 paid of o1, in duplicates/concurrent, seed 42~2
        expected  ledger exactly once
        actual    ledger 2 times
        history   +0 s  e1 payment.paid  attempt 1  → 200
                  +0 s  e2 payment.paid  attempt 1  → 200, beside an earlier one
                  +0 s  o1               effects: ledger ×2
        replayed  2/5 failed again: it depends on the receiver&apos;s own timing
        replay    lost200 replay x-42~2.json
      </failure>
          </testcase>
          <testcase classname="duplicates/concurrent" name="no-loss" time="0.030"/>
        </testsuite>
        <testsuite name="duplicates/days-later" tests="2" failures="0" errors="0" skipped="2" time="0.000" timestamp="2026-11-30T12:00:00.000Z">
          <properties>
            <property name="receiver" value="http://127.0.0.1:3000/webhooks"/>
            <property name="profile" value="standard-webhooks"/>
            <property name="seeds" value="42~1 42~2"/>
            <property name="virtualMs" value="162720000"/>
          </properties>
          <testcase classname="duplicates/days-later" name="single-effect" time="0.000">
            <skipped message="receiver clock not moved."/>
          </testcase>
          <testcase classname="duplicates/days-later" name="no-loss" time="0.000">
            <skipped message="receiver clock not moved."/>
          </testcase>
        </testsuite>
        <testsuite name="order/overtaken" tests="3" failures="1" errors="2" skipped="0" time="0.200" timestamp="2026-11-30T12:00:00.000Z">
          <properties>
            <property name="receiver" value="http://127.0.0.1:3000/webhooks"/>
            <property name="profile" value="standard-webhooks"/>
            <property name="seeds" value="42~1 42~2"/>
            <property name="virtualMs" value="162720000"/>
          </properties>
          <testcase classname="order/overtaken" name="single-effect" time="0.067">
            <error message="no view of effects." type="no-effects">Add --effects URL, a test-only route that lists what was done.</error>
          </testcase>
          <testcase classname="order/overtaken" name="no-loss" time="0.067">
            <error message="no view of effects." type="no-effects">Add --effects URL, a test-only route that lists what was done.</error>
          </testcase>
          <testcase classname="order/overtaken" name="no-regression" time="0.067">
            <failure message="No read may show an older state than one before it." type="paid&gt;pending">
      No read may show an older state than one before it.
        about     o1, in order/overtaken, seed 42~1
        expected  paid, or a later state
        actual    pending after paid
        history   +0 s   e2 payment.paid     attempt 1  → 200
                  +0 s   o1                  state read: paid
                  +58 s  e1 payment.pending  attempt 2  → 200
                  +58 s  o1                  state read: paid → pending
        replay    lost200 replay .lost200/runs/2026-11-30-7f3a/plans/order-overtaken-42~1.json
      </failure>
          </testcase>
        </testsuite>
        <testsuite name="trust/forged" tests="2" failures="0" errors="0" skipped="1" time="0.040" timestamp="2026-11-30T12:00:00.000Z">
          <properties>
            <property name="receiver" value="http://127.0.0.1:3000/webhooks"/>
            <property name="profile" value="standard-webhooks"/>
            <property name="seeds" value="42~1 42~2"/>
            <property name="virtualMs" value="162720000"/>
          </properties>
          <testcase classname="trust/forged" name="forged-has-no-effect" time="0.020"/>
          <testcase classname="trust/forged" name="clear-refusal" time="0.020">
            <skipped message="should: A refusal says why.">
      A refusal says why.
        about     e1 payment.paid, in trust/forged, seed 42~1
        expected  401 or 403
        actual    500
        history   +0 s  e1 payment.paid  attempt 1  → 500 Internal &lt;b&gt;Error&lt;/b&gt; after 1.5 s
        replay    lost200 replay .lost200/runs/2026-11-30-7f3a/plans/trust-forged-42~1.json
      </skipped>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it('has one testsuite per scenario and one testcase per case, over all seeds', () => {
    const root = readXml(renderJunit(failingRun(), {}));
    const cases = elementsNamed(root, 'testcase').map(
      (node) => `${node.attributes.get('classname') ?? ''}#${node.attributes.get('name') ?? ''}`,
    );
    expect(cases).toEqual(summarizeCases(failingRun()).map((row) => row.case));
    expect(elementsNamed(root, 'testsuite').map((node) => node.attributes.get('name'))).toEqual([
      'acks/lost-200',
      'duplicates/concurrent',
      'duplicates/days-later',
      'order/overtaken',
      'trust/forged',
    ]);
  });

  it('counts a failed should as a failure only when strict', () => {
    expect(readXml(renderJunit(failingRun(), {})).attributes.get('failures')).toBe('3');
    expect(readXml(renderJunit(failingRun(), { strict: true })).attributes.get('failures')).toBe('4');
  });

  it('makes an error of a notice at level error, in a suite of its own', () => {
    const notices: readonly Notice[] = [
      {
        level: 'error',
        sentence: sentence('calm', 'The calm check failed.'),
        remedy: sentence('x', 'Do <x>.'),
      },
      { level: 'warning', sentence: sentence('slow', 'Slow.') },
    ];
    const root = readXml(renderJunit({ ...passingRun(), notices }, {}));
    const [suite] = elementsNamed(root, 'testsuite');
    expect(suite?.attributes.get('name')).toBe('lost200');
    expect(elementsNamed(root, 'error').map((node) => [node.attributes.get('message'), node.text])).toEqual([
      ['The calm check failed.', 'Do <x>.'],
    ]);
    expect(root.attributes.get('errors')).toBe('1');
  });

  it('counts what summarizeCases counts', () => {
    fc.assert(
      fc.property(reports(), fc.boolean(), (report, strict) => {
        const rows = summarizeCases(report);
        const number = (matches: (row: (typeof rows)[number]) => boolean): number =>
          rows.filter(matches).length;
        const failures = number((row) => row.outcome === 'fail' && (strict || row.requirement === 'must'));
        const root = readXml(renderJunit(report, { strict }));
        const counted = SUMS.map((name) => Number(root.attributes.get(name)));
        expect(counted).toEqual([
          rows.length,
          failures,
          number((row) => row.outcome === 'unknown'),
          number((row) => row.outcome === 'skipped' || row.outcome === 'fail') - failures,
        ]);
        const marks = ['testcase', 'failure', 'error', 'skipped'].map(
          (name) => elementsNamed(root, name).length,
        );
        expect(marks).toEqual(counted);
        for (const [at, name] of SUMS.entries()) {
          const suites = elementsNamed(root, 'testsuite').map((node) => Number(node.attributes.get(name)));
          expect(suites.reduce((sum, each) => sum + each, 0)).toBe(counted[at]);
        }
      }),
      { seed: 200, numRuns: 200 },
    );
  });
});

/** Runs of a few scenarios over a few seeds, with any outcomes and any text. */
function reports(): fc.Arbitrary<RunReport> {
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  const outcome = fc.constantFrom('fail', 'unknown', 'pass', 'skipped');
  const play = fc.record({
    id: fc.constantFrom('a/one', 'a/two', 'b/one'),
    outcomes: fc.dictionary(
      fc.constantFrom('single-effect', 'no-loss', 'clear-refusal'),
      fc.tuple(outcome, text),
    ),
  });
  return fc.array(play, { maxLength: 6 }).map((plays) =>
    runReport(
      plays.map(({ id, outcomes }, at) =>
        scenarioReport(
          id,
          `42~${String(at)}`,
          Object.entries(outcomes).map(([invariant, [result, words]]) =>
            verdict(id, invariant, {
              outcome: result,
              requirement: invariant === 'clear-refusal' ? 'should' : 'must',
              because: sentence('because', words),
              violations:
                result === 'fail'
                  ? [{ key: words, subject: words, expected: words, actual: words, evidence: [1] }]
                  : [],
            }),
          ),
        ),
      ),
    ),
  );
}
