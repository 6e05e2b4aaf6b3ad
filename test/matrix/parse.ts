/** The few options of the matrix and prove programs. */
import { parseArgs } from 'node:util';
import { receivers, type ReceiverEntry } from '../receivers/index.ts';

export interface ToolOptions {
  readonly seeds: number;
  readonly quiet: boolean;
  readonly entries: readonly ReceiverEntry[];
}

/** `--seeds N`, `--quiet`, and names of receivers (all without any). Exits 64 on anything else. */
export function parseToolOptions(defaults: { readonly seeds: number }): ToolOptions {
  try {
    const { values, positionals } = parseArgs({
      options: {
        seeds: { type: 'string', default: String(defaults.seeds) },
        quiet: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const seeds = Number(values.seeds);
    if (!Number.isInteger(seeds) || seeds < 1 || seeds > 10_000)
      throw new Error(`--seeds must be 1 to 10000, not ${values.seeds}`);
    const unknown = positionals.find((name) => !receivers.some((entry) => entry.id === name));
    if (unknown !== undefined) {
      throw new Error(
        `no receiver is called "${unknown}"; there are ${receivers.map((entry) => entry.id).join(', ')}`,
      );
    }
    const entries = receivers.filter((entry) => positionals.length === 0 || positionals.includes(entry.id));
    return { seeds, quiet: values.quiet, entries };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(64);
  }
}
