import { describe, expect, it } from 'vitest';
import { explain, groupFailures, planFile } from './failure.ts';
import { failingRun } from './fixtures/failing-run.ts';
import { plan, runReport, scenarioReport, sentence, verdict } from './fixtures/report-parts.ts';
import type { ScenarioReport } from './run-report.ts';

const violation = (key: string) => ({ key, subject: 'f1', expected: '1', actual: '2', evidence: [] });

function failing(
  id: string,
  seed: string,
  deliveries: number,
  keys: readonly string[],
  requirement: 'must' | 'should' = 'must',
): ScenarioReport {
  const verdicts = [
    verdict(id, 'single-effect', { outcome: 'fail', requirement, violations: keys.map(violation) }),
  ];
  const facts = Array.from({ length: deliveries }, () => 'paid');
  return scenarioReport(id, seed, verdicts, { entries: [], embeddedPlan: plan(id, seed, facts) });
}

describe('groupFailures', () => {
  it('shows equal violations once, by the example with the fewest deliveries', () => {
    const report = runReport([
      failing('a/x', '1', 5, ['k', 'k']),
      failing('a/y', '1', 2, ['k']),
      failing('a/y', '2', 3, ['k']),
    ]);
    const [group, ...others] = groupFailures(report);
    expect(others).toEqual([]);
    expect(group?.scenarios).toEqual(['a/x', 'a/y']);
    expect(group?.occurrences).toHaveLength(4);
    expect([group?.best.scenario.id, group?.best.scenario.seed]).toEqual(['a/y', '1']);
  });

  it('keeps different keys apart, and puts musts first', () => {
    const report = runReport([failing('a/s', '1', 1, ['k'], 'should'), failing('a/x', '1', 1, ['k', 'l'])]);
    expect(groupFailures(report).map((group) => [group.requirement, group.key])).toEqual([
      ['must', 'k'],
      ['must', 'l'],
      ['should', 'k'],
    ]);
  });

  it('prefers an example that can be shown', () => {
    const { entries: _entries, ...blind } = failing('a/x', '1', 1, ['k']);
    const [group] = groupFailures(runReport([blind, failing('a/y', '1', 9, ['k'])]));
    expect(group?.best.scenario.id).toBe('a/y');
  });

  it('takes a failure that names no violation by its reason', () => {
    const because = sentence('crashed', 'The receiver died.');
    const report = runReport([
      scenarioReport('a/x', '1', [verdict('a/x', 'still-alive', { outcome: 'fail', because })]),
    ]);
    const [group] = groupFailures(report);
    expect(group?.key).toBe('crashed');
    expect(group && explain(report, group.best).map((section) => section.label)).toEqual(['replay']);
  });
});

it('describes facts that were judged together', () => {
  const both = { ...violation('k'), subject: 'f1+f2' };
  const scenario = scenarioReport(
    'a/x',
    '1',
    [verdict('a/x', 'single-effect', { outcome: 'fail', violations: [both] })],
    {
      embeddedPlan: plan('a/x', '1', ['pending', 'paid']),
    },
  );
  const [group] = groupFailures(runReport([scenario]));
  const sections = group === undefined ? [] : explain(runReport([scenario]), group.best);
  expect(sections[0]?.lines).toEqual(['f1 pending of o1 + f2 paid of o1, in a/x, seed 1']);
});

describe('the replay command', () => {
  it.each<[string, string]>([
    ['plans/a.json', '.lost200/runs/2026-11-30-7f3a/plans/a.json'],
    ['.lost200/runs/2026-11-30-7f3a/plans/a.json', '.lost200/runs/2026-11-30-7f3a/plans/a.json'],
    ['/tmp/a.json', '/tmp/a.json'],
  ])('finds the plan %s', (path, file) => {
    expect(planFile(failingRun(), scenarioReport('a/x', '1', [], { plan: { sha256: '', path } }))).toBe(file);
  });

  it('quotes what a shell would take apart', () => {
    const path = "/tmp/it's; rm -rf $HOME.json";
    const scenario = { ...failing('a/x', '1', 1, ['k']), plan: { sha256: '', path } };
    const [group] = groupFailures(runReport([scenario]));
    const sections = group === undefined ? [] : explain(runReport([scenario]), group.best);
    expect(sections.at(-1)?.lines).toEqual(["lost200 replay '/tmp/it'\\''s; rm -rf $HOME.json'"]);
  });
});
