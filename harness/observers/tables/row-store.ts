/** The rows of one table that are known, by what identifies them. Rows that stay the same stay the same object. */
import type { Cells, Row } from './driver.ts';

export interface IdentifiedRow {
  readonly identity: string;
  readonly cells: Cells;
}

export class RowStore {
  readonly #rows = new Map<string, Row>();
  #list: readonly Row[] | undefined;

  get size(): number {
    return this.#rows.size;
  }

  /** The same list until something changes. */
  get rows(): readonly Row[] {
    this.#list ??= [...this.#rows.values()];
    return this.#list;
  }

  /** Adds rows, or puts them in the place of those with their identity. */
  merge(changed: readonly IdentifiedRow[]): void {
    for (const { identity, cells } of changed) {
      const known = this.#rows.get(identity);
      if (known !== undefined && areEqual(known.cells, cells)) continue;
      this.#rows.set(identity, { cells });
      this.#list = undefined;
    }
  }

  /** What is not among these is gone. */
  retain(identities: readonly string[]): void {
    const there = new Set(identities);
    for (const identity of this.#rows.keys()) {
      if (there.has(identity)) continue;
      this.#rows.delete(identity);
      this.#list = undefined;
    }
  }
}

function areEqual(one: Cells, other: Cells): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
