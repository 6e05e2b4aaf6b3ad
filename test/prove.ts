/**
 * `npm run prove -- --seeds N`: the kill matrix over many seeds; `--sight tables` as there. Resumable: what was played with this
 * very build is not played again. Prints plays, accusations, misses and seconds; exit 1 on any accusation or miss.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { startPostgres } from '../harness/demo/postgres.ts';
import { attack } from './matrix/attack.ts';
import { makeJobs, runJobs } from './matrix/lanes.ts';
import { parseToolOptions } from './matrix/parse.ts';
import { mergeScores, score, type Score } from './matrix/score.ts';

const SEEDS_PER_RUN = 10;

type Line = Score & { readonly seed: string; readonly seeds: number };

const options = parseToolOptions({ name: 'prove', seeds: 100, isGate: false });
const file = `.lost200/prove/${buildHash()}.ndjson`;
mkdirSync('.lost200/prove', { recursive: true });
const known: readonly Line[] = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line)
  : [];
const jobs = makeJobs(options.entries, options.prefix, options.seeds, SEEDS_PER_RUN);
const lines = known.filter((line) => jobs.some((job) => isSame(job, line)));
const open = jobs.filter((job) => !known.some((line) => isSame(job, line)));
console.log(`${open.length} runs to play, ${lines.length} known from before (${file})`);

const startedAt = performance.now();
let done = 0;
let broke = 0;
const postgres = await startPostgres();
try {
  await runJobs(open, async (job) => {
    try {
      const report = await attack(job, postgres.url, '.lost200/prove');
      const line: Line = { ...score(job.entry, report), seed: job.seed, seeds: job.seeds };
      lines.push(line);
      appendFileSync(file, `${JSON.stringify(line)}\n`);
      for (const accusation of line.accusations) console.log(`ACCUSED  ${line.receiver}: ${accusation}`);
      for (const miss of line.misses) console.log(`MISSED   ${line.receiver}: ${miss}`);
    } catch (error) {
      broke += 1;
      console.log(`BROKE    ${(error as Error).message}`);
    }
    done += 1;
    const minutes = (performance.now() - startedAt) / 60_000;
    if (!options.quiet && done % 10 === 0)
      console.log(`${done}/${open.length} runs, ${minutes.toFixed(1)} min`);
  });
} finally {
  await postgres.stop();
}

const rows = mergeScores(options.entries, lines);
for (const row of rows) {
  console.log(
    `${row.kind.padEnd(7)} ${row.receiver.padEnd(28)} ${String(row.plays).padStart(6)} plays  ${row.accusations.length} accusations  ` +
      `${row.misses.length} misses  ${row.caught} caught  ${row.unknown.length} unknown  ${row.seconds.toFixed(0)} s`,
  );
}
const total = (pick: (row: Score) => number): number => rows.reduce((sum, row) => sum + pick(row), 0);
const accusations = total((row) => row.accusations.length);
const misses = total((row) => row.misses.length);
console.log(
  `${total((row) => row.plays)} plays, ${total((row) => row.attempts)} attempts, ${accusations} accusations, ${misses} misses, ` +
    `${broke} broken runs, ${total((row) => row.seconds).toFixed(0)} s of play`,
);
process.exitCode = accusations + misses + broke === 0 ? 0 : 1;

function isSame(job: (typeof jobs)[number], line: Line): boolean {
  return job.entry.id === line.receiver && job.seed === line.seed && job.seeds === line.seeds;
}

/** Of everything that was compiled: other code has not been proven yet. */
function buildHash(): string {
  const hash = createHash('sha256');
  for (const folder of ['dist', 'build']) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    );
    for (const name of names.sort()) hash.update(name).update(readFileSync(`${folder}/${name}`));
  }
  return hash.digest('hex').slice(0, 16);
}
