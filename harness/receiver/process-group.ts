/** Commands of the user's, each the leader of a process group of its own, so that what it started can be ended with it. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { wallClock } from '../../simulator/clock.ts';

const PAUSE_MS = 10;
const AFTER_KILL_MS = 2000;

/** Groups that are (or may be) alive, to be killed should this process end without stopping them. */
const groups = new Set<number>();
let isWatching = false;

export interface SpawnOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Runs a command by the shell as the leader of a new group. Its `pid` is the group's, unless the shell could not be run. */
export function spawnGroup(command: string, options: SpawnOptions): ChildProcessWithoutNullStreams {
  const child = spawn(command, { ...options, shell: true, detached: true, stdio: 'pipe' });
  if (child.pid !== undefined) groups.add(child.pid);
  if (!isWatching) process.on('exit', killAllGroups);
  isWatching = true;
  return child;
}

/** Kills every group that was not stopped; for a process that is about to end, where nothing can be waited for. */
export function killAllGroups(): void {
  for (const group of groups) signalGroup(group, 'SIGKILL');
}

/**
 * Ends every process of a group: SIGTERM, after `graceMs` SIGKILL. Resolves with whether they are all gone.
 * A process that has left the group (`setsid`) is not ours any more.
 */
export async function stopGroup(group: number, graceMs: number): Promise<boolean> {
  signalGroup(group, 'SIGTERM');
  if (graceMs > 0) await waitUntilGone(group, graceMs);
  signalGroup(group, 'SIGKILL');
  const isGone = await waitUntilGone(group, AFTER_KILL_MS);
  if (isGone) groups.delete(group);
  return isGone;
}

/** Whether any process of the group still runs. Ended ones that nobody has collected (zombies) do not. */
export function isGroupAlive(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  return livingMembers(group) ?? true;
}

async function waitUntilGone(group: number, timeoutMs: number): Promise<boolean> {
  const endMs = wallClock.tickMs() + timeoutMs;
  while (isGroupAlive(group)) {
    if (wallClock.tickMs() >= endMs) return false;
    await wallClock.sleep(PAUSE_MS);
  }
  return true;
}

/** Whether there was anyone to signal. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** On Linux, whether the group has a member that is no zombie; elsewhere `undefined`. */
function livingMembers(group: number): boolean | undefined {
  if (process.platform !== 'linux') return undefined;
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.some((pid) => {
    const fields = statusOf(pid);
    return Number(fields?.[2]) === group && fields?.[0] !== 'Z' && fields?.[0] !== 'X';
  });
}

/** State, parent and group of a process, from the part of its status line after the name. */
function statusOf(pid: string): readonly string[] | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
