/**
 * Everything that can be checked here, one step after another: `npm test`, or with --static only the static checks.
 *
 * A step that fails does not keep the next from running. The last line is `N passed, N failed` and nothing else.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare, PrepareError } from './prepare.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const onlyStatic = process.argv.includes('--static');
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
const vitestJson = path.join(root, '.lost200', 'vitest.json');

/** A package's own program, run by this Node: no npx, no shell. */
const tool = (name, file, ...args) => [path.join(root, 'node_modules', name, file), ...args];

const staticChecks = [
  {
    title: 'format (prettier)',
    run: tool('prettier', 'bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  },
  { title: 'lint (eslint)', run: tool('eslint', 'bin/eslint.js', '--max-warnings', '0', '.') },
  { title: 'types (tsc)', run: tool('typescript', 'bin/tsc', '-p', 'tsconfig.json') },
  {
    title: 'who imports whom (dependency-cruiser)',
    run: () =>
      tool(
        'dependency-cruiser',
        'bin/dependency-cruise.mjs',
        ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
        ...presentFolders(),
      ),
  },
  { title: 'nothing unused (knip)', run: tool('knip', 'bin/knip.js', '--no-progress') },
  { title: 'the package as published (publint)', run: tool('publint', 'src/cli.js', '--strict') },
];

/** One receiver in three, one seed of what is most at risk; where everything is required, three of everything. */
const matrixSize = process.env.LOST200_REQUIRE_ALL === '1' ? ['--seeds', '3'] : ['--seeds', '1', '--quick'];

/** Zero help: receivers of many designs, and ten of the broken ones, seen by the URL of their database alone. */
const matrixOfTables = {
  title: 'kill matrix, tables alone',
  run: [
    path.join(root, 'build', 'test', 'matrix.js'),
    ...['--sight', 'tables', '--seeds', '1', '--quiet'],
    ...['inbox-worker', 'business-key-upsert', 'event-sourced', 'soft-deletes', 'touched-rows'],
    ...['status-history', 'audit-log', 'traffic-per-delivery', 'uuid-keys', 'partitioned', 'two-schemas'],
    ...['naive', 'no-dedupe', 'select-then-insert', 'arrival-order-wins', 'stale-as-new', 'memory-of-100'],
    ...['watermark-starts-null', 'guard-of-another-partner', 'pending-sets-back', 'inbox-set-back'],
    'time-of-arrival',
  ],
  show: true,
  count: countLastLine,
};

const steps = [
  { title: 'install and build', own: () => prepare({ tools: true, vendor: !onlyStatic }) },
  ...staticChecks,
  ...(onlyStatic
    ? []
    : [
        {
          title: 'tests (vitest)',
          run: tool(
            'vitest',
            'vitest.mjs',
            'run',
            '--reporter=default',
            '--reporter=json',
            `--outputFile.json=${vitestJson}`,
          ),
          show: true,
          before: () => fs.rmSync(vitestJson, { force: true }),
          count: countVitest,
        },
        {
          title: 'kill matrix',
          run: [path.join(root, 'build', 'test', 'matrix.js'), ...matrixSize, '--quiet'],
          show: true,
          count: countLastLine,
        },
        ...(process.env.LOST200_REQUIRE_ALL === '1' ? [matrixOfTables] : []),
      ]),
];

const results = [];
for (const step of steps) {
  const result = await play(step);
  results.push(result);
  if (
    step.own !== undefined &&
    result.failed > 0 &&
    !fs.existsSync(path.join(root, 'node_modules', '.lost200'))
  ) {
    break; // nothing is installed: no other step can say anything true
  }
}
summarise(results);

async function play(step) {
  headline(step.title);
  const startedAt = performance.now();
  step.before?.();
  const { ok, output } = step.own === undefined ? await runProgram(step) : await runOwn(step.own);
  const counted = step.count?.(output, ok) ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  const result = { title: step.title, ...counted, seconds: (performance.now() - startedAt) / 1000, output };
  console.log(`${result.failed === 0 ? 'ok' : 'FAILED'} in ${result.seconds.toFixed(1)} s`);
  return result;
}

async function runOwn(work) {
  try {
    await work();
    return { ok: true, output: '' };
  } catch (error) {
    console.log(error instanceof PrepareError ? error.message : error);
    return { ok: false, output: '' };
  }
}

function runProgram(step) {
  const args = typeof step.run === 'function' ? step.run() : step.run;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...colours },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (chunk) => {
      output += chunk;
      if (step.show) process.stdout.write(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('error', (error) => take(`could not be started: ${error.message}\n`));
    child.on('close', (code) => {
      if (code !== 0 && !step.show) process.stdout.write(output.endsWith('\n') ? output : `${output}\n`);
      resolve({ ok: code === 0, output });
    });
  });
}

function presentFolders() {
  const folders = ['simulator', 'scenarios', 'harness', 'reports', 'test', 'examples', 'bench'];
  return folders.filter((folder) => fs.existsSync(path.join(root, folder)));
}

/** Tests by number; files that could not even be loaded, and errors outside of any test, count as one failure each. */
function countVitest(_output, ok) {
  let report;
  try {
    report = JSON.parse(fs.readFileSync(vitestJson, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 };
  }
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloaded.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: failed === 0 && !ok ? 1 : failed, skipped };
}

/** The tool's own last line, `N passed, N failed`; a tool that ends badly without saying so is one failure. */
function countLastLine(output, ok) {
  const last = plain(output).trimEnd().split('\n').at(-1) ?? '';
  const match = /^(\d+) passed, (\d+) failed$/.exec(last.trim());
  if (match === null) return { passed: 0, failed: 1 };
  const [passed, failed] = [Number(match[1]), Number(match[2])];
  return { passed, failed: failed === 0 && !ok ? 1 : failed };
}

function plain(text) {
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}

function headline(title) {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(3, 70 - title.length))}`);
}

function summarise(all) {
  headline('summary');
  const width = Math.max(...all.map((result) => result.title.length));
  for (const { title, passed, failed, skipped, seconds } of all) {
    const numbers = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
    const beside = skipped > 0 ? `  (${skipped} left out)` : '';
    console.log(
      `${failed === 0 ? 'ok    ' : 'FAILED'}  ${title.padEnd(width)} ${numbers} ${seconds.toFixed(1).padStart(7)} s${beside}`,
    );
  }
  const leftOut = new Set(all.flatMap((result) => plain(result.output).match(/^left out: .*$/gm) ?? []));
  if (leftOut.size > 0) console.log('');
  for (const line of leftOut) console.log(line);
  const passed = all.reduce((sum, result) => sum + result.passed, 0);
  const failed = all.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
