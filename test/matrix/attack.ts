/** One receiver, attacked through the built command line as a user would do it; its report comes back. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freshDatabase } from '../../harness/demo/databases.ts';
import type { RunReport } from '../../reports/run-report.ts';
import type { ReceiverEntry } from '../receivers/index.ts';
import type { Job } from './lanes.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LIMIT_MS = 9 * 60_000;

/** Rejects when lost200 itself did not come to a report. */
export async function attack(
  { entry, seed, seeds }: Job,
  postgresUrl: string,
  out: string,
): Promise<RunReport> {
  const database = await freshDatabase(postgresUrl, entry.id);
  const args = [
    'dist/harness/cli/main.js',
    'run',
    'http://127.0.0.1:{port}/webhooks',
    ...(entry.options?.only ?? []),
    ...['--exec', `exec "${process.execPath}" ${programOf(entry)}`],
    ...sightOptions(entry, database.url),
    ...valueOptions(entry),
    ...(entry.options?.config === undefined ? [] : ['--config', entry.options.config]),
    ...(entry.options?.profile === undefined ? [] : ['--profile', entry.options.profile]),
    ...(entry.options?.secrets ?? []).flatMap((secret) => ['--secret', secret]),
    ...(entry.options?.lifecycle === undefined ? [] : ['--lifecycle', entry.options.lifecycle]),
    ...['--seed', seed, '--seeds', String(seeds), '--repeat', '0', '--out', out],
    // A broken receiver keeps us waiting for what will never come.
    ...(entry.kind === 'broken' ? ['--settle', '3s'] : []),
    ...(entry.options?.quietFloor === undefined ? [] : ['--quiet-floor', entry.options.quietFloor]),
    ...(entry.options?.timeout === undefined ? [] : ['--timeout', entry.options.timeout]),
    '--json',
  ];
  try {
    const { stdout, stderr } = await runNode(args, { DATABASE_URL: database.url, ...entry.env });
    if (stdout === '') throw new Error(`${entry.id}: no report. ${stderr}`);
    return JSON.parse(stdout) as RunReport;
  } finally {
    await database.drop();
  }
}

/** What was written in JavaScript is run where it stands, and finds the vendor libraries. */
function programOf({ file }: ReceiverEntry): string {
  if (file.endsWith('.mjs')) return `--import ./test/vendor/resolve.mjs ${file}`;
  const folder = file.startsWith('examples/') ? 'dist' : 'build';
  return `${folder}/${file.replace(/\.ts$/, '.js')}`;
}

function sightOptions({ options }: ReceiverEntry, databaseUrl: string): readonly string[] {
  const effects = options?.effectsByEvent === true ? 'event={eventId}' : 'object={objectId}';
  switch (options?.sight ?? 'http') {
    case 'http':
      return [
        ...['--state', 'http://127.0.0.1:{port}/objects/{objectId}'],
        ...['--effects', `http://127.0.0.1:{port}/effects?${effects}`],
      ];
    case 'tables':
      return ['--db', databaseUrl];
    case 'sink':
      return ['--sink', 'LEDGER_URL'];
  }
}

/** Owners are known where the lifecycle has them. */
function valueOptions({ options }: ReceiverEntry): readonly string[] {
  if (options?.values !== true) return [];
  const owner = options.lifecycle === 'subscription' ? '?owner={ownerId}' : '';
  return ['--values', `http://127.0.0.1:{port}/values/{objectId}${owner}`];
}

function runNode(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    child.on('error', reject);
    child.on('close', () => {
      resolve({ stdout, stderr });
    });
  });
}
