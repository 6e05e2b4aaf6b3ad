/** A receiver that lost200 starts: a command in a process group of its own, told its port, stopped with all that it started. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { resolve as resolvePath } from 'node:path';
import type { Readable } from 'node:stream';
import { wallClock } from '../../simulator/clock.ts';
import type { Environment } from '../config/scope.ts';
import type { ExecSettings } from '../config/settings.ts';
import { withDeadline } from '../deadline.ts';
import { Lost200Error } from '../errors.ts';
import { httpCall } from '../http-call.ts';
import { reasonOf } from '../reason.ts';
import { recordOutput, type Output, type OutputReader } from './output.ts';
import { addressOf, freePort, tryConnect, type Address } from './port.ts';
import { spawnGroup, stopGroup } from './process-group.ts';
import type { RunningReceiver } from './receiver.ts';

const PAUSE_MS = 25;
const PROBE_MS = 2000;
const DRAIN_MS = 500;

export interface CommandContext {
  /** What relative folders are relative to. */
  readonly cwd: string;
  /** Our own environment, which the receiver inherits. */
  readonly env: Environment;
  /** Where its output goes: `receiver.log` in the run's folder, which must exist. */
  readonly logPath: string;
  /** Base URL of the provider's API, for LOST200_PROVIDER_API. */
  readonly providerApi?: string;
  /** Who reads the output too. */
  readonly reader?: OutputReader;
  /** Variables that lead its outgoing calls to the sink; they win over everything else. */
  readonly sink?: Environment;
  /** Ends the wait for readiness, and the receiver with it. */
  readonly signal?: AbortSignal;
}

interface Started {
  readonly exec: ExecSettings;
  readonly address: Address;
  readonly output: Output;
  /** Resolves when the command ends, for whatever reason. */
  readonly ended: Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the command and waits until it is ready. `PORT` is a free port where the URL says `{port}`, else the URL's own;
 * `{port}` also works in the values of `exec.env`.
 * @throws Lost200Error LOST200_E_NOT_READY, with the last lines of the receiver's output; nothing is left running then
 */
export async function startCommand(
  exec: ExecSettings,
  url: string,
  context: CommandContext,
): Promise<RunningReceiver> {
  const port = url.includes('{port}') ? await freePort() : addressOf(url).port;
  const filledUrl = url.replaceAll('{port}', String(port));
  const address = addressOf(filledUrl);
  if ((await tryConnect(address, PROBE_MS)) === undefined) throw portTaken(address);
  const child = spawnGroup(exec.command, {
    cwd: resolvePath(context.cwd, exec.cwd ?? '.'),
    env: environmentOf(exec, port, context),
  });
  const output = recordOutput([child.stdout, child.stderr], context.logPath, context.reader);
  const ended = endOf(child);
  let isStopping = false;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    isStopping = true;
    stopped ??= end(child, exec, output, context.reader);
    return stopped;
  };
  await waitUntilReady({ exec, address, output, ended, stop }, context.signal);
  const exited = new Promise<string>((resolve) => {
    void ended.then((detail) => {
      if (!isStopping) resolve(detail);
    });
  });
  return { url: filledUrl, port, exited, capabilities: ['logs'], tail: () => output.tail(), stop };
}

function environmentOf(exec: ExecSettings, port: number, context: CommandContext): Environment {
  const own = Object.entries(exec.env).map(([name, value]) => [
    name,
    value.replaceAll('{port}', String(port)),
  ]);
  return {
    ...context.env,
    ...(Object.fromEntries(own) as Environment),
    ...context.sink,
    PORT: String(port),
    ...(context.providerApi !== undefined && { LOST200_PROVIDER_API: context.providerApi }),
  };
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  child.stdin.on('error', () => undefined);
  child.stdin.end();
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      resolve(signal === null ? `ended with exit code ${code ?? 'unknown'}` : `was ended by ${signal}`);
    });
  });
}

async function end(
  child: ChildProcessWithoutNullStreams,
  exec: ExecSettings,
  output: Output,
  reader: OutputReader | undefined,
): Promise<void> {
  const group = child.pid;
  const drained = Promise.all([endOfStream(child.stdout), endOfStream(child.stderr)]);
  const isGone = group === undefined || (await stopGroup(group, exec.stopTimeoutMs));
  // With its processes gone the pipes end too, unless a process that left the group holds them.
  const isDrained = await Promise.race([
    drained.then(() => true),
    wallClock.sleep(isGone ? DRAIN_MS : 0).then(() => false),
  ]);
  child.stdout.destroy();
  child.stderr.destroy();
  // A program that ends by itself empties its buffers first; one that is ended by a signal may not.
  reader?.end(isDrained && child.exitCode === 0);
  await output.close();
  if (isGone) return;
  throw new Lost200Error(
    'LOST200_E_NOT_READY',
    `Processes of "${exec.command}" are still there after SIGKILL (process group ${group}).`,
    `See what holds them (ps -o pid,stat,args -g ${group}) and end them by hand.`,
  );
}

function endOfStream(stream: Readable): Promise<void> {
  if (stream.closed) return Promise.resolve();
  return new Promise((resolve) => stream.once('close', () => resolve()));
}

async function waitUntilReady(started: Started, signal: AbortSignal | undefined): Promise<void> {
  const { exec, address, ended, output } = started;
  const wake = new AbortController();
  let detail: string | undefined;
  void ended.then((why) => {
    detail = why;
    wake.abort();
  });
  const until = signal === undefined ? wake.signal : AbortSignal.any([signal, wake.signal]);
  const endMs = wallClock.tickMs() + exec.readyTimeoutMs;
  let found = 'nothing was tried';
  while (!until.aborted && wallClock.tickMs() < endMs) {
    const refusal = await probe(exec, address, until);
    if (refusal === undefined && detail === undefined) return;
    found = refusal ?? found;
    await wallClock.sleep(PAUSE_MS, until);
  }
  const endedBy = detail;
  await started.stop();
  if (signal?.aborted === true) {
    throw new Lost200Error(
      'LOST200_E_INTERRUPTED',
      'Interrupted while the receiver was starting.',
      'Run it again.',
    );
  }
  throw notReady(exec, address, endedBy, found, output.tail());
}

/** Why the receiver is not ready yet, or `undefined` when it is. */
async function probe(exec: ExecSettings, address: Address, until: AbortSignal): Promise<string | undefined> {
  if (exec.readyPath === undefined) {
    const failure = await tryConnect(address, PROBE_MS);
    return failure === undefined ? undefined : `no connection to port ${address.port} (${failure})`;
  }
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  const url = `http://${host}:${address.port}${exec.readyPath}`;
  try {
    const { status } = await withDeadline(PROBE_MS, until, (signal) =>
      httpCall({ method: 'GET', url, headers: {} }, signal),
    );
    return status < 500 ? undefined : `GET ${url} answered ${status}`;
  } catch (error) {
    return `GET ${url} failed: ${reasonOf(error)}`;
  }
}

function notReady(
  exec: ExecSettings,
  address: Address,
  detail: string | undefined,
  found: string,
  tail: string,
): Lost200Error {
  const what =
    detail === undefined
      ? `was not ready within ${exec.readyTimeoutMs} ms: ${found}`
      : `${detail} before it was ready`;
  const printed = tail === '' ? 'It printed nothing.' : `It printed last:\n${tail}`;
  const remedy =
    detail === undefined
      ? `Make it listen on the port in the variable PORT (here ${address.port}) of ${address.host}, name the path that answers once it is ready (--ready /health), or give it longer (exec.ready.timeout).`
      : 'Run the command by hand first; it must stay in the foreground (no daemon, no "&") and listen on the port in the variable PORT.';
  return new Lost200Error(
    'LOST200_E_NOT_READY',
    `The receiver ("${exec.command}") ${what}. ${printed}`,
    remedy,
  );
}

function portTaken({ host, port }: Address): Lost200Error {
  return new Lost200Error(
    'LOST200_E_NOT_READY',
    `Something already listens on ${host}:${port}, so a receiver cannot be started there.`,
    'Stop it, leave --exec out to play against it, or write {port} in the url so that lost200 chooses a free port.',
  );
}
