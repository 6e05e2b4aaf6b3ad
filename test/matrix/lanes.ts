/** Receivers that mostly wait run beside those that keep the processors busy. */
import { eachOf } from '../../simulator/each-of.ts';
import type { ReceiverEntry } from '../receivers/index.ts';

const BUSY_AT_ONCE = 5;
const PATIENT_AT_ONCE = 4;

export interface Job {
  readonly entry: ReceiverEntry;
  readonly seed: string;
  readonly seeds: number;
}

/** Jobs of at most `seedsPerRun` seeds each; a patient receiver gets one or two at a time, so that its runs can wait side by side. */
export function makeJobs(
  entries: readonly ReceiverEntry[],
  prefix: string,
  seeds: number,
  seedsPerRun: number,
): readonly Job[] {
  const jobs = entries.flatMap((entry) => {
    const size =
      entry.options?.patient === true ? Math.min(2, Math.ceil(seeds / PATIENT_AT_ONCE)) : seedsPerRun;
    const wanted = Math.min(seeds, entry.options?.seeds ?? seeds);
    return Array.from({ length: Math.ceil(wanted / size) }, (_, index) => ({
      entry,
      seed: `${prefix}-${index + 1}x${size}`,
      seeds: Math.min(size, wanted - index * size),
      first: index * size,
    }));
  });
  // Seed by seed: whoever stops early has played the same seeds with every receiver.
  return jobs
    .sort((left, right) => left.first - right.first)
    .map(({ entry, seed, seeds: count }) => ({ entry, seed, seeds: count }));
}

export async function runJobs(jobs: readonly Job[], play: (job: Job) => Promise<void>): Promise<void> {
  const patient = jobs.filter((job) => job.entry.options?.patient === true);
  const busy = jobs.filter((job) => !patient.includes(job));
  await Promise.all([eachOf(patient, PATIENT_AT_ONCE, play), eachOf(busy, BUSY_AT_ONCE, play)]);
}
