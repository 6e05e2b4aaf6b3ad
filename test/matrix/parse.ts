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

/** `--seeds N`, `--sight tables`, `--quick` (risky scenarios, and those of the cases that must catch), `--quiet`, and names of receivers (all without any). Exits 64 on anything else. */
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
      .map((entry) => (tool.isGate && positionals.length === 0 ? confine(entry) : entry))
      .map((entry) => (values.quick ? hasten(entry) : entry))
      .map((entry) => (sight === undefined ? entry : seeBy(entry, sight)));
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

function confine(entry: ReceiverEntry): ReceiverEntry {
  return { ...entry, options: { ...entry.options, ...entry.options?.gate } };
}

function hasten(entry: ReceiverEntry): ReceiverEntry {
  if (entry.options?.only !== undefined) return entry;
  return {
    ...entry,
    options: { ...entry.options, only: entry.kind === 'right' ? RISKY : placesOf(entry.caughtBy) },
  };
}

/** Calm weather, and the scenarios of the cases. */
function placesOf(cases: readonly string[]): readonly string[] {
  return [...new Set(['baseline/calm', ...cases.map((name) => name.split('#')[0] ?? name)])];
}

/** Broken ones are played where they are to be caught, and in calm weather: the rest is known from the other sight. */
function seeBy(entry: ReceiverEntry, sight: SeenBy): ReceiverEntry {
  const caughtBy = entry.caughtInTables ?? entry.caughtBy;
  const only = entry.kind === 'broken' ? placesOf(caughtBy) : entry.options?.only;
  return {
    ...entry,
    caughtBy,
    options: { ...entry.options, sight, ...(only === undefined ? {} : { only }) },
  };
}
