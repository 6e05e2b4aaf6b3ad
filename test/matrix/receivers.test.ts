/** The list of receivers, and how its entries become jobs and scores. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { invariants } from '../../harness/invariants/index.ts';
import type { Outcome, RunReport } from '../../reports/run-report.ts';
import { catalogue } from '../../scenarios/catalogue.ts';
import { receivers, type ReceiverEntry } from '../receivers/index.ts';
import { makeJobs } from './lanes.ts';
import { score } from './score.ts';

const CASE = 'order/reversed#final-state';

describe('the list of receivers', () => {
  it('has every file', () => {
    const files = ['right', 'broken'].flatMap((kind) =>
      readdirSync(fileURLToPath(new URL(`../receivers/${kind}/`, import.meta.url))).map(
        (name) => `test/receivers/${kind}/${name}`,
      ),
    );
    const listed = new Set(receivers.map((entry) => entry.file));
    expect(files.filter((file) => !listed.has(file))).toEqual([]);
  });

  it('has no name twice', () => {
    expect(new Set(receivers.map((entry) => entry.id)).size).toBe(receivers.length);
  });

  it.each(receivers)('$id names cases and scenarios that there are', (entry) => {
    const scenarios = new Set(catalogue.map((scenario) => scenario.id));
    const judged = new Set(invariants.map((invariant) => invariant.id));
    const named = [...entry.caughtBy, ...(entry.caughtInTables ?? [])].map((name) => name.split('#'));
    const played = [...(entry.options?.only ?? []), ...(entry.options?.gate?.only ?? [])];
    const ids = [...played, ...named.map(([scenario]) => scenario ?? '')];
    const isThere = (id: string): boolean =>
      id.endsWith('/*')
        ? [...scenarios].some((scenario) => scenario.startsWith(id.slice(0, -1)))
        : scenarios.has(id);
    expect(ids.filter((id) => !isThere(id))).toEqual([]);
    expect(named.map(([, invariant]) => invariant ?? '').filter((id) => !judged.has(id))).toEqual([]);
    expect(entry.caughtBy.length > 0).toBe(entry.kind === 'broken');
  });
});

describe('jobs', () => {
  it('are as many seeds as were asked for, in runs of at most so many', () => {
    expect(makeJobs([entryWith({})], 'x', 25, 10).map((job) => job.seeds)).toEqual([10, 10, 5]);
  });

  it('are fewer seeds for an entry that says so', () => {
    expect(makeJobs([entryWith({ seeds: 1 })], 'x', 25, 10).map((job) => job.seeds)).toEqual([1]);
  });
});

describe('a score', () => {
  it('misses every seed in which a case held that should have failed', () => {
    const { caught, misses } = score(entryWith({}), reportOf('fail', 'pass'));
    expect({ caught, misses: misses.length }).toEqual({ caught: 1, misses: 1 });
  });

  it('lets a seed pass whose plan may not show the bug, if another seed showed it', () => {
    expect(score(entryWith({ sometimes: true }), reportOf('fail', 'pass')).misses).toEqual([]);
    expect(score(entryWith({ sometimes: true }), reportOf('pass', 'pass')).misses).toHaveLength(2);
  });
});

function entryWith(options: NonNullable<ReceiverEntry['options']>): ReceiverEntry {
  return { id: 'any', file: 'any.ts', kind: 'broken', says: '', caughtBy: [CASE], options };
}

function reportOf(...outcomes: readonly Outcome[]): RunReport {
  const scenarios = outcomes.map((outcome, index) => ({
    id: 'order/reversed',
    seed: `x~${index + 1}`,
    verdicts: [{ case: CASE, outcome, because: { code: '', values: {}, text: '' }, violations: [] }],
  }));
  return { run: { attempts: 0, wallMs: 0 }, scenarios } as unknown as RunReport;
}
