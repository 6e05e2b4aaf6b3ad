/** `lost200 demo`: two bundled receivers on a real PostgreSQL, attacked with the whole catalogue, shown side by side. */
import { fileURLToPath } from 'node:url';
import { renderFailure } from '../../../reports/terminal.ts';
import { renderSideBySide } from '../../../reports/side-by-side.ts';
import type { RunReport } from '../../../reports/run-report.ts';
import type { Plan } from '../../../simulator/plan.ts';
import { freshDatabase } from '../../demo/databases.ts';
import { startPostgres } from '../../demo/postgres.ts';
import type { Settings } from '../../config/settings.ts';
import { EXIT } from '../../errors.ts';
import { run, type RunResult } from '../../run/run.ts';
import { deliverReport, writeReports } from '../deliver.ts';
import { interruptSignal } from '../interrupt.ts';
import { progressLine } from '../progress-line.ts';
import { readPlan } from '../read-plan.ts';
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

type DemoOptions = OutputOptions & { readonly seed: string; readonly out: string; readonly replay?: string };

export async function demoCommand(options: DemoOptions): Promise<number> {
  const plan = options.replay === undefined ? undefined : readPlan(options.replay);
  const signal = interruptSignal(options.json === true);
  const silent = options.json === true || options.quiet === true;
  const say = silent ? (): void => undefined : print;
  if (plan !== undefined) return replay(plan, options, signal);
  say('lost200 demo: the same storm against two receivers, each with a PostgreSQL database of its own.');
  const postgres = await startPostgres();
  try {
    const reports: { readonly name: string; readonly report: RunReport }[] = [];
    for (const receiver of RECEIVERS) {
      if (signal.aborted) break;
      say(`\n${receiver.name}: ${receiver.says}\n  (examples/receivers/${receiver.file}.ts)`);
      const { result } = await attack(receiver, postgres.url, options, signal);
      reports.push({ name: receiver.name, report: result.report });
    }
    if (signal.aborted) return EXIT.interrupted;
    return conclude(reports, options);
  } finally {
    await postgres.stop();
  }
}

/** One plan against the naive receiver, on a database as fresh as the one that it failed on. */
async function replay(plan: Plan, options: DemoOptions, signal: AbortSignal): Promise<number> {
  const postgres = await startPostgres();
  try {
    const { result, settings } = await attack(RECEIVERS[1], postgres.url, options, signal, [plan]);
    return deliverReport(result, settings, options);
  } finally {
    await postgres.stop();
  }
}

async function attack(
  receiver: DemoReceiver,
  postgresUrl: string,
  options: DemoOptions,
  signal: AbortSignal,
  plans?: readonly Plan[],
): Promise<{ readonly result: RunResult; readonly settings: Settings }> {
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
      // The demo's databases are gone afterwards: a failure is played again on a fresh one.
      settings: { ...settings, ...exec, replayVerb: ['demo', '--replay'], replayArguments: [] },
      signal,
      progress: options.json === true || options.quiet === true ? () => undefined : progress.listener,
      ...(plans === undefined ? {} : { plans }),
    });
    progress.done();
    writeReports(result, settings);
    return { result, settings };
  } finally {
    await database.drop();
  }
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
