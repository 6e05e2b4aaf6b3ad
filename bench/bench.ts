/**
 * What an attempt costs us, against a bare undici loop that sends and signs the same and keeps no record.
 *
 *   npm run bench [-- --json]
 *
 * Five pairs of measurements, in turns, each in a fresh process, against one receiver in a process of its own. Exit code 1:
 * fewer attempts per second than `FLOOR` of the bare loop's, or more than `CEILING` times its processor time per attempt.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import type { Measured } from './load.ts';

const PAIRS = 5;
const ATTEMPTS = 20_000;
const FLOOR = 0.7;
const CEILING = 2;
/** A measurement ends itself after a few seconds; this is for one that hangs. */
const CHILD_MS_MAX = 30_000;

type Side = 'lost200' | 'bare';

interface Pair {
  readonly lost200: Measured;
  readonly bare: Measured;
}

function start(file: URL, args: readonly string[] = []): ChildProcess {
  return fork(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const given = new AbortController();
  try {
    const { signal } = given;
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]: unknown[]) => message),
      once(child, 'exit', { signal }).then(([code]: unknown[]) => {
        throw new Error(`a process of the bench ended with ${String(code)} and no result`);
      }),
    ]);
  } finally {
    given.abort();
  }
}

async function measure(side: Side, url: string, attempts: number): Promise<Measured> {
  const child = start(new URL('./sender.js', import.meta.url), [side, url, String(attempts)]);
  const timer = setTimeout(() => child.kill('SIGKILL'), CHILD_MS_MAX);
  try {
    const exit = once(child, 'exit');
    const measured = (await messageOf(child)) as Measured;
    await exit;
    return measured;
  } finally {
    clearTimeout(timer);
  }
}

async function measurePairs(url: string): Promise<Pair[]> {
  const pairs: Pair[] = [];
  // The first pair warms up the receiver and the machine.
  for (let round = 0; round <= PAIRS; round += 1) {
    const attempts = round === 0 ? ATTEMPTS / 4 : ATTEMPTS;
    const order: readonly Side[] = round % 2 === 0 ? ['bare', 'lost200'] : ['lost200', 'bare'];
    const measured: Partial<Record<Side, Measured>> = {};
    for (const side of order) measured[side] = await measure(side, url, attempts);
    const { lost200, bare } = measured;
    if (round > 0 && lost200 !== undefined && bare !== undefined) pairs.push({ lost200, bare });
  }
  return pairs;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function summarize(pairs: readonly Pair[]) {
  const side = (name: Side) => ({
    attemptsPerSecond: Math.round(median(pairs.map((pair) => pair[name].attemptsPerSecond))),
    cpuMicrosPerAttempt: Number(median(pairs.map((pair) => pair[name].cpuMicrosPerAttempt)).toFixed(1)),
  });
  const ratio = (of: keyof Measured): number =>
    Number(median(pairs.map(({ lost200, bare }) => lost200[of] / bare[of])).toFixed(2));
  const ratios = {
    attemptsPerSecond: ratio('attemptsPerSecond'),
    cpuPerAttempt: ratio('cpuMicrosPerAttempt'),
  };
  return {
    bare: side('bare'),
    lost200: side('lost200'),
    ratios,
    limits: { attemptsPerSecond: FLOOR, cpuPerAttempt: CEILING },
    ok: ratios.attemptsPerSecond >= FLOOR && ratios.cpuPerAttempt <= CEILING,
    machine: { node: process.version, cpus: cpus().length },
    pairs,
  };
}

type Summary = ReturnType<typeof summarize>;

function table({ bare, lost200, ratios, ok, machine }: Summary): string {
  const row = (...cells: readonly (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(22) : String(cell).padStart(14))).join('');
  return [
    `median of ${PAIRS} pairs of ${ATTEMPTS} signed attempts over 50 connections, Node ${machine.node}, ${machine.cpus} CPUs`,
    row('', 'attempts/s', 'CPU µs each'),
    row('bare undici', bare.attemptsPerSecond, bare.cpuMicrosPerAttempt),
    row('lost200 with history', lost200.attemptsPerSecond, lost200.cpuMicrosPerAttempt),
    row('ratio', ratios.attemptsPerSecond, ratios.cpuPerAttempt),
    row('limit', `>= ${FLOOR}`, `<= ${CEILING}`),
    ok ? 'within the limits' : 'OUTSIDE the limits',
  ].join('\n');
}

const receiver = start(new URL('./receiver.js', import.meta.url));
try {
  const summary = summarize(await measurePairs((await messageOf(receiver)) as string));
  console.log(process.argv.includes('--json') ? JSON.stringify(summary, null, 2) : table(summary));
  process.exitCode = summary.ok ? 0 : 1;
} finally {
  receiver.disconnect();
}
