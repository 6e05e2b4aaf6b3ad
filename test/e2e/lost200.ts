/** The built command line as users have it: a process of its own, with nothing of ours in its environment. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { RunReport } from '../../reports/run-report.ts';
import { wallClock } from '../../simulator/clock.ts';

export const CLI: string = fileURLToPath(new URL('../../dist/harness/cli/main.js', import.meta.url));

const LIMIT_MS = 60_000;
const MARK = 'LOST200_E2E_MARK';

export interface Place {
  /** The working directory: a fresh folder, unless given. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly process: ChildProcess;
  /** What every process that descends from this one has in its environment. */
  readonly mark: string;
  readonly ended: Promise<Ended>;
}

/** A folder for one test, removed after it. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'lost200-e2e-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs to the end; rejects when it takes more than a minute, or leaves a process behind. */
export async function lost200(args: readonly string[], place: Place = {}): Promise<Ended> {
  return start(args, place).ended;
}

export function start(args: readonly string[], place: Place = {}): Started {
  return follow(process.execPath, [CLI, ...args], place);
}

/** The command that a report gives, in a shell, where `npx lost200` is the one built here. */
export async function pasted(command: string, place: Place): Promise<Ended> {
  if (!command.startsWith('npx lost200 ')) throw new Error(`This is no command of lost200: ${command}`);
  const ours = `"${process.execPath}" "${CLI}" ${command.slice('npx lost200 '.length)}`;
  return follow('/bin/sh', ['-c', `exec ${ours}`], place).ended;
}

/** The one document that `--json` prints. */
export function reportOf({ stdout, stderr }: Ended): RunReport {
  if (stdout.trim().split('\n').length !== 1)
    throw new Error(`Expected one line of JSON:\n${stdout}\n${stderr}`);
  return JSON.parse(stdout) as RunReport;
}

/** Verdicts by case, with seeds merged by whoever asks for one seed only. */
export function outcomesOf(report: RunReport): Readonly<Record<string, string>> {
  const verdicts = report.scenarios.flatMap((scenario) => scenario.verdicts);
  return Object.fromEntries(verdicts.map((verdict) => [verdict.case, verdict.outcome]));
}

function follow(program: string, args: readonly string[], place: Place): Started {
  const mark = randomUUID();
  const child = spawn(program, args, {
    cwd: place.cwd ?? freshFolder(),
    env: { ...cleanEnvironment(), [MARK]: mark, ...place.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`lost200 ${args.slice(1).join(' ')} did not end.\n${stdout}\n${stderr}`));
    }, LIMIT_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      void leftBehind(mark).then((left) => {
        if (left.length === 0) resolve({ code, stdout, stderr });
        else reject(new Error(`lost200 ended and left processes behind: ${left.join('; ')}`));
      });
    });
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { process: child, mark, ended };
}

/** Who was killed in the last moment is there a little longer on a busy machine: at most two seconds. */
async function leftBehind(mark: string): Promise<readonly string[]> {
  let left = processesWith(mark);
  for (let look = 0; look < 100 && left.length > 0; look += 1) {
    await wallClock.sleep(20);
    left = processesWith(mark);
  }
  return left;
}

/** On Linux, the processes that have the mark in their environment; elsewhere nothing can be said. */
export function processesWith(mark: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readProc(pid, 'environ').includes(`${MARK}=${mark}`))
    .map((pid) => `${pid} ${readProc(pid, 'cmdline').replaceAll('\0', ' ').trim()}`);
}

/** Empty for a process that has gone, or is not ours to look into. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Whatever is set where the tests run must not decide how they end. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(LOST200_|DATABASE_URL$|PG|VITEST|NODE_|PORT$|NO_COLOR$|FORCE_COLOR$|WEBHOOK_SECRET$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
