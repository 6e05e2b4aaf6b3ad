/** The rows of one table that are known, by what identifies them. Rows that stay the same stay the same object. */
import type { Cells, Row } from './driver.ts';

export interface IdentifiedRow {
  readonly identity: string;
  readonly cells: Cells;
}

export class RowStore {
  #rows = new Map<string, Row>();

  get size(): number {
    return this.#rows.size;
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()];
  }

  /** Adds rows, or puts them in the place of those with their identity. */
  merge(changed: readonly IdentifiedRow[]): void {
    for (const { identity, cells } of changed) {
      const known = this.#rows.get(identity);
      if (known === undefined || !areEqual(known.cells, cells)) this.#rows.set(identity, { cells });
    }
  }

  /** What is not among these is gone. */
  retain(identities: readonly string[]): void {
    const there = new Set(identities);
    for (const identity of this.#rows.keys()) if (!there.has(identity)) this.#rows.delete(identity);
  }

  clear(): void {
    this.#rows = new Map();
  }
}

function areEqual(one: Cells, other: Cells): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
