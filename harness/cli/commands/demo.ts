/** `lost200 demo`: two bundled receivers on a real PostgreSQL, attacked with the whole catalogue, shown side by side. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderFailure } from '../../../reports/terminal.ts';
import { renderSideBySide } from '../../../reports/side-by-side.ts';
import type { RunReport } from '../../../reports/run-report.ts';
import { freshDatabase } from '../../demo/databases.ts';
import { startPostgres } from '../../demo/postgres.ts';
import { EXIT } from '../../errors.ts';
import { run } from '../../run/run.ts';
import { writeReports } from '../deliver.ts';
import { interruptSignal } from '../interrupt.ts';
import { progressLine } from '../progress-line.ts';
import { print, printError, wantsColour, type OutputOptions } from '../screen.ts';
import { settingsOf } from '../settings-of.ts';

interface DemoReceiver {
  readonly name: string;
  readonly file: string;
  readonly says: string;
}

const RECEIVERS: readonly [DemoReceiver, DemoReceiver] = [
  {
    name: 'right',
    file: 'one-transaction',
    says: 'unique insert, effect and conditional update in one transaction',
  },
  { name: 'naive', file: 'naive', says: 'look up, do it, write it down: the way most tutorials do it' },
];

export async function demoCommand(
  options: OutputOptions & { readonly seed: string; readonly out: string },
): Promise<number> {
  const signal = interruptSignal(options.json === true);
  const silent = options.json === true || options.quiet === true;
  const say = silent ? (): void => undefined : print;
  say('lost200 demo: the same storm against two receivers, each with a PostgreSQL database of its own.');
  const postgres = await startPostgres();
  try {
    const reports: { readonly name: string; readonly report: RunReport }[] = [];
    for (const receiver of RECEIVERS) {
      if (signal.aborted) break;
      say(`\n${receiver.name}: ${receiver.says}\n  (examples/receivers/${receiver.file}.ts)`);
      reports.push({ name: receiver.name, report: await attack(receiver, postgres.url, options, signal) });
    }
    if (signal.aborted) return EXIT.interrupted;
    return conclude(reports, options);
  } finally {
    await postgres.stop();
  }
}

async function attack(
  receiver: DemoReceiver,
  postgresUrl: string,
  options: OutputOptions & { readonly seed: string; readonly out: string },
  signal: AbortSignal,
): Promise<RunReport> {
  const database = await freshDatabase(postgresUrl, receiver.file);
  const program = fileURLToPath(new URL(`../../../examples/receivers/${receiver.file}.js`, import.meta.url));
  try {
    const settings = await settingsOf({
      url: 'http://127.0.0.1:{port}/webhooks',
      exec: `exec "${process.execPath}" "${program}"`,
      state: 'http://127.0.0.1:{port}/objects/{objectId}',
      effects: 'http://127.0.0.1:{port}/effects?event={eventId}',
      seed: options.seed,
      out: options.out,
      settle: '3s',
      repeat: 3,
    });
    const progress = progressLine(`  ${receiver.name.padEnd(6)}`);
    const exec =
      settings.exec === undefined ? {} : { exec: { ...settings.exec, env: { DATABASE_URL: database.url } } };
    const result = await run({
      settings: { ...settings, ...exec, replayArguments: replayArguments(receiver) },
      signal,
      progress: options.json === true || options.quiet === true ? () => undefined : progress.listener,
    });
    progress.done();
    writeReports(result, settings);
    return result.report;
  } finally {
    await database.drop();
  }
}

/** The demo's databases are gone afterwards: to play a failure again one needs a database of one's own. */
function replayArguments(receiver: DemoReceiver): readonly string[] {
  const inRepository = existsSync('examples/receivers');
  const program = inRepository
    ? `dist/examples/receivers/${receiver.file}.js`
    : `node_modules/lost200/dist/examples/receivers/${receiver.file}.js`;
  return [
    '--exec',
    `node ${program}`,
    '--state',
    'http://127.0.0.1:{port}/objects/{objectId}',
    '--effects',
    'http://127.0.0.1:{port}/effects?event={eventId}',
  ];
}

function conclude(
  reports: readonly { readonly name: string; readonly report: RunReport }[],
  options: OutputOptions,
): number {
  const [right, naive] = reports;
  if (right === undefined || naive === undefined) return EXIT.internal;
  if (options.json === true) {
    print(JSON.stringify(reports));
  } else {
    const colour = wantsColour(options);
    print(`\n${renderSideBySide(reports, { colour })}`);
    const failure = renderFailure(naive.report, 'duplicates/concurrent#single-effect', { colour });
    if (failure !== undefined)
      print(`\nOne of the naive receiver's failures, and the deliveries that cause it:\n\n${failure}`);
    print(`\nreports: ${right.report.run.folder}/ (right), ${naive.report.run.folder}/ (naive)`);
  }
  const asExpected =
    right.report.summary.exitCode === EXIT.pass && naive.report.summary.exitCode === EXIT.fail;
  if (!asExpected)
    printError('lost200 demo: the right receiver should pass and the naive one fail; it came out otherwise.');
  else if (options.json !== true) print('As it should be: the right receiver passes, the naive one fails.');
  return asExpected ? EXIT.pass : EXIT.fail;
}
