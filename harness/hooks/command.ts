import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Json, JsonObject } from '../../simulator/json.ts';
import type { Hook } from '../config/settings.ts';
import { withDeadline } from '../deadline.ts';
import { spawnGroup, stopGroup } from '../receiver/process-group.ts';
import { looksLikeJson, type TemplateValues } from '../template.ts';
import { explainFailure, HOOK_TIMEOUT_MS, hookFailure } from './failure.ts';
import { hookVariable } from './variables.ts';

const OUTPUT_MAX = 1_048_576;
const TAIL_LENGTH = 1000;

/**
 * Runs a command by the shell, with the values in its environment (`LOST200_OBJECT_ID`, `LOST200_FIXED_<NAME>`) and as JSON on
 * its standard input. Resolves with its standard output if that is a JSON object or list, else with `null`. Whatever it
 * started is ended with it.
 */
export async function runCommandHook(
  hook: Extract<Hook, { kind: 'command' }>,
  values: TemplateValues,
  outer: AbortSignal | undefined,
  timeoutMs: number = HOOK_TIMEOUT_MS,
): Promise<Json | null> {
  const what = `The hook command "${hook.command}"`;
  try {
    outer?.throwIfAborted();
    return await withDeadline(timeoutMs, outer, (signal) => runOnce(what, hook.command, values, signal));
  } catch (error) {
    throw explainFailure(
      what,
      error,
      'Run it by hand with the LOST200_… variables set; it must end by itself.',
      outer,
    );
  }
}

/**
 * Runs a command by the shell with JSON on its standard input. Resolves and rejects as `runCommandHook` does.
 */
export async function runProgram(
  what: string,
  command: string,
  input: Json,
  outer: AbortSignal | undefined,
  timeoutMs: number,
): Promise<Json | null> {
  return withDeadline(timeoutMs, outer, (signal) => runOnce(what, command, {}, signal, input));
}

async function runOnce(
  what: string,
  command: string,
  values: TemplateValues,
  signal: AbortSignal,
  input: Json = asTree(values),
): Promise<Json | null> {
  const variables = Object.entries(values).map(([name, value]) => [hookVariable(name), value]);
  const child = spawnGroup(command, {
    cwd: '.',
    env: { ...process.env, ...(Object.fromEntries(variables) as Record<string, string>) },
  });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${JSON.stringify(input)}\n`);
  const end = await endOf(child, signal);
  // The shell is done (or out of time): what it left in its group would otherwise hold the pipes open.
  if (child.pid !== undefined) await stopGroup(child.pid, 0);
  await Promise.all([stdout.ended, stderr.ended]);
  signal.throwIfAborted();
  if (end !== undefined) {
    const said = (stderr.text().trim() || stdout.text().trim()).slice(-TAIL_LENGTH);
    const printed = said === '' ? 'It printed nothing.' : `It printed last:\n${said}`;
    throw hookFailure(what, `${end}. ${printed}`, 'Correct the command; exit code 0 means success.');
  }
  return jsonOrNull(stdout.text());
}

/** Resolves with how the command failed, or `undefined` when it ended well; at once when the signal aborts. */
function endOf(child: ChildProcessWithoutNullStreams, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, by) => {
      if (by !== null) resolve(`was ended by ${by}`);
      else resolve(code === 0 ? undefined : `ended with exit code ${code ?? 'unknown'}`);
    });
    signal.addEventListener('abort', () => resolve('was stopped'), { once: true });
  });
}

/** Keeps the last mebibyte of a stream. */
function collect(stream: Readable): { readonly ended: Promise<void>; text(): string } {
  let kept = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-OUTPUT_MAX);
  });
  const ended = new Promise<void>((resolve) => stream.once('close', () => resolve()));
  return { ended, text: () => kept.toString('utf8') };
}

/** `{ 'fixed.customer': 'c' }` is `{ fixed: { customer: 'c' } }`. */
function asTree(values: TemplateValues): JsonObject {
  const tree: Record<string, Json> = {};
  for (const [name, value] of Object.entries(values)) {
    const dot = name.indexOf('.');
    if (dot < 0) tree[name] = value;
    else
      tree[name.slice(0, dot)] = {
        ...(tree[name.slice(0, dot)] as JsonObject | undefined),
        [name.slice(dot + 1)]: value,
      };
  }
  return tree;
}

function jsonOrNull(text: string): Json | null {
  if (!looksLikeJson(text)) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
