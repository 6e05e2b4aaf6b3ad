/**
 * `npm run matrix`: every receiver against every case; with `-- --sight tables`, seen by the URL of its database alone. Exit 1 on
 * a miss or on an accusation of a right one.
 */
import { startPostgres } from '../harness/demo/postgres.ts';
import { attack } from './matrix/attack.ts';
import { makeJobs, runJobs } from './matrix/lanes.ts';
import { parseToolOptions } from './matrix/parse.ts';
import { mergeScores, score, type Score } from './matrix/score.ts';
import { renderMatrix } from './matrix/table.ts';

const options = parseToolOptions({ name: 'matrix', seeds: 3, isGate: true });
const postgres = await startPostgres();
const scores: Score[] = [];
const broken = new Set<string>();
try {
  // Fixed seeds: the gate plays the same plans every time.
  await runJobs(makeJobs(options.entries, options.prefix, options.seeds, 10), async (job) => {
    try {
      const report = await attack(job, postgres.url, '.lost200/matrix');
      const result = score(job.entry, report);
      scores.push(result);
      if (!options.quiet)
        console.log(`${result.receiver}: ${result.plays} plays in ${result.seconds.toFixed(1)} s`);
    } catch (error) {
      broken.add(job.entry.id);
      console.log(`BROKE    ${(error as Error).message}`);
    }
  });
} finally {
  await postgres.stop();
}
const rows = mergeScores(options.entries, scores);
console.log(renderMatrix(rows));
for (const row of rows) {
  for (const accusation of row.accusations) console.log(`ACCUSED  ${row.receiver}: ${accusation}`);
  for (const miss of row.misses) console.log(`MISSED   ${row.receiver}: ${miss}`);
  for (const unknown of row.unknown.slice(0, 5)) console.log(`unknown  ${row.receiver}: ${unknown}`);
}
const failed = options.entries.filter(
  ({ id }) =>
    broken.has(id) ||
    rows.some((row) => row.receiver === id && row.accusations.length + row.misses.length > 0),
);
console.log(`${options.entries.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
