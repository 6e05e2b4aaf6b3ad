/** Plans are the same bytes wherever and whenever they are made, and today's are yesterday's. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { catalogue } from '../../scenarios/catalogue.ts';
import { json } from './ledger.ts';
import { freshFolder, lost200, reportOf, type Place } from './lost200.ts';
import { startStub } from './stub-receiver.ts';

const GOLDEN = './plans/golden.sha256.json';
const ANOTHER_DAY = new URL('./another-day.mjs', import.meta.url).href;

/** Makes all plans of a seed, and plays none: the receiver refuses the calm check. */
async function plansOf(
  seed: string,
  namespace: string,
  place: Place = {},
): Promise<{ readonly startedAt: string; readonly plans: Readonly<Record<string, string>> }> {
  const cwd = freshFolder();
  const receiver = await startStub(() => json(404, {}));
  const ended = await lost200(['run', receiver.url, '--seed', seed, '--namespace', namespace, '--json'], {
    ...place,
    cwd,
  });
  const { run } = reportOf(ended);
  const folder = join(cwd, run.folder, 'plans');
  const names = readdirSync(folder).sort();
  return {
    startedAt: run.startedAt,
    plans: Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
  };
}

it('makes the plans that it made before, under every namespace and on every day', async () => {
  const [here, elsewhere, later] = await Promise.all([
    plansOf('golden', 'here'),
    plansOf('golden', 'elsewhere', { env: { TZ: 'Pacific/Chatham' } }),
    plansOf('golden', 'later', { env: { NODE_OPTIONS: `--import=${ANOTHER_DAY}`, TZ: 'America/Sao_Paulo' } }),
  ]);
  const daysApart = (Date.parse(later.startedAt) - Date.parse(here.startedAt)) / 86_400_000;
  expect(daysApart).toBeGreaterThan(399);
  expect(elsewhere.plans).toEqual(here.plans);
  expect(later.plans).toEqual(here.plans);

  const digests = Object.fromEntries(Object.entries(here.plans).map(([name, text]) => [name, sha256(text)]));
  // A plan that changes changes what every stored seed means. If that is wanted: vitest run test/e2e/plans -u
  await expect(`${JSON.stringify(digests, null, 2)}\n`).toMatchFileSnapshot(GOLDEN);
});

it('makes other plans of another seed', async () => {
  const [one, other] = await Promise.all([plansOf('one', 'here'), plansOf('other', 'here')]);
  const scenarios = Object.keys(one.plans).map((name) => name.replace(/-one\.json$/, ''));
  expect(scenarios).toHaveLength(catalogue.length);
  const alike = scenarios.filter((scenario) => {
    const [left, right] = [one.plans[`${scenario}-one.json`], other.plans[`${scenario}-other.json`]];
    return withoutSeed(left) === withoutSeed(right);
  });
  expect(alike).toEqual([]);
});

function withoutSeed(text = ''): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), seed: '' });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
