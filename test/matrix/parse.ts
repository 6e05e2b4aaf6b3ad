/** The few options of the matrix and prove programs. */
import { parseArgs } from 'node:util';
import { receivers, type ReceiverEntry, type SeenBy } from '../receivers/index.ts';

export interface ToolOptions {
  readonly seeds: number;
  readonly quiet: boolean;
  /** As they are to be attacked. */
  readonly entries: readonly ReceiverEntry[];
  /** Of the seeds, so that one sight plays other plans than another. */
  readonly prefix: string;
}

interface Tool {
  readonly name: string;
  readonly seeds: number;
  /** Whether entries are confined to their `gate`, unless they are named one by one. */
  readonly isGate: boolean;
}

/** Where right receivers are most at risk: what is played of them when there is little time. */
const RISKY = [
  'baseline/calm',
  'acks/lost-200',
  'duplicates/concurrent',
  'order/reversed',
  'order/concurrent',
  'forged/wrong-secret',
  'odd/retry-reordered',
  'poison/unknown-event-type',
  'poison/nul-in-text',
];

/** Scenarios in which every request is as the provider sends it. */
const UNALTERED = ['baseline', 'acks', 'duplicates', 'order', 'retries', 'replay', 'outgoing', 'mixed'].map(
  (group) => `${group}/*`,
);

/** How many receivers stand for all where there is little time: the lists hold those that are alike side by side. */
const ONE_IN = 3;

/** `--seeds N`, `--sight tables`, `--quick` (one receiver in three; risky scenarios, and those of the cases that must catch), `--quiet`, and names of receivers (all without any). Exits 64 on anything else. */
export function parseToolOptions(tool: Tool): ToolOptions {
  try {
    const { values, positionals } = parseArgs({
      options: {
        seeds: { type: 'string', default: String(tool.seeds) },
        sight: { type: 'string' },
        quick: { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const seeds = Number(values.seeds);
    if (!Number.isInteger(seeds) || seeds < 1 || seeds > 10_000)
      throw new Error(`--seeds must be 1 to 10000, not ${values.seeds}`);
    const { sight } = values;
    if (sight !== undefined && sight !== 'tables')
      throw new Error(`--sight can be tables, or left out; not ${sight}`);
    const known = sight === undefined ? receivers : receivers.filter(canBeSeenByTables);
    const unknown = positionals.find((name) => !known.some((entry) => entry.id === name));
    if (unknown !== undefined) {
      throw new Error(
        `no receiver is called "${unknown}"; there are ${known.map((entry) => entry.id).join(', ')}`,
      );
    }
    const entries = known
      .filter((entry) => positionals.length === 0 || positionals.includes(entry.id))
      .filter((_, index) => !values.quick || positionals.length > 0 || index % ONE_IN === 0)
      .map((entry) => (sight === undefined ? entry : seeBy(entry, sight)))
      .map((entry) =>
        place(entry, {
          isQuick: values.quick,
          hasLittleTime: tool.isGate && positionals.length === 0,
          isByTables: sight === 'tables',
        }),
      );
    const prefix = sight === undefined ? tool.name : `${tool.name}-${sight}`;
    return { seeds, quiet: values.quiet, entries, prefix };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(64);
  }
}

/** Zero help is for payments of the default profile that the receiver keeps in its database. */
function canBeSeenByTables({ options }: ReceiverEntry): boolean {
  return options?.lifecycle === undefined && options?.profile === undefined && options?.sight !== 'sink';
}

interface Occasion {
  readonly isQuick: boolean;
  readonly hasLittleTime: boolean;
  readonly isByTables: boolean;
}

/** With the scenarios that it is to be played in: those that it says itself, or what the occasion allows. */
function place(entry: ReceiverEntry, occasion: Occasion): ReceiverEntry {
  const options = { ...entry.options, ...(occasion.hasLittleTime ? entry.options?.gate : {}) };
  const own = occasion.isQuick && entry.kind === 'right' ? undefined : options.only;
  const only = own ?? usualPlaces(entry, occasion);
  return { ...entry, options: { ...options, ...(only === undefined ? {} : { only }) } };
}

/** Broken ones go where they are to be caught; right ones everywhere, or where they are most at risk. None: the whole catalogue. */
function usualPlaces(
  { kind, caughtBy }: ReceiverEntry,
  { isQuick, hasLittleTime, isByTables }: Occasion,
): readonly string[] | undefined {
  if (kind === 'broken') return isQuick || isByTables ? placesOf(caughtBy) : UNALTERED;
  if (isQuick) return RISKY;
  return hasLittleTime || isByTables ? [...UNALTERED, ...RISKY] : undefined;
}

/** Calm weather, and the scenarios of the cases. */
function placesOf(cases: readonly string[]): readonly string[] {
  return [...new Set(['baseline/calm', ...cases.map((name) => name.split('#')[0] ?? name)])];
}

/** What is confined to some scenarios by the other sight is not by this one, if it is broken: it goes where it is to be caught. */
function seeBy(entry: ReceiverEntry, sight: SeenBy): ReceiverEntry {
  const caughtBy = entry.caughtInTables ?? entry.caughtBy;
  const only = entry.kind === 'broken' ? { only: placesOf(caughtBy) } : {};
  return { ...entry, caughtBy, options: { ...entry.options, sight, ...only } };
}
