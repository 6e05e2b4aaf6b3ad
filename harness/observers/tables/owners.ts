/** Says of which object each row is: by the ids that it holds, or by the row that it refers to. */
import type { Cells, Row, Table, TableRead } from './driver.ts';
import type { KnownIds } from './known-ids.ts';

/** How many foreign keys lead from a row to the one that holds the object's id at most. */
const DEPTH_MAX = 5;

export interface OwnedRow {
  readonly table: Table;
  readonly row: Row;
  /** Real ids of the object's events that the row holds. */
  readonly eventIds: readonly string[];
}

export interface Ownership {
  readonly rowsOf: ReadonlyMap<string, readonly OwnedRow[]>;
  /** By object: the kinds of tables with rows that speak of it and of another one too, and are counted for neither. */
  readonly shared: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Mention {
  readonly objectIds: ReadonlySet<string>;
  readonly eventIds: ReadonlySet<string>;
  /** The object's own id is there, not only one of its events'. */
  readonly namesObject: boolean;
  /** How many objects were known when it was looked for. */
  readonly version: number;
}

interface Place {
  readonly table: Table;
  readonly row: Row;
  readonly mention: Mention;
}

interface Found {
  readonly table: Table;
  readonly rows: readonly Row[];
  readonly version: number;
  readonly places: readonly Place[];
}

export class Owners {
  readonly #ids: KnownIds;
  /** What a row holds is looked for once; in rows that hold nothing of ours again when there are new ids. */
  readonly #mentions = new WeakMap<Row, Mention>();
  /** By table: what was found in its rows, of use until they change or there are new ids. */
  readonly #found = new Map<string, Found>();
  #last: { readonly found: readonly Found[]; readonly ownership: Ownership } | undefined;

  constructor(ids: KnownIds) {
    this.#ids = ids;
  }

  of(reads: readonly TableRead[]): Ownership {
    const found = reads.flatMap((read) =>
      read.kind === 'rows' ? [this.#findIn(read.table, read.rows)] : [],
    );
    const last = this.#last;
    const isSame = found.length === last?.found.length && found.every((one, at) => one === last.found[at]);
    if (last !== undefined && isSame) return last.ownership;
    const ownership = this.#assign(found.flatMap(({ places }) => places));
    this.#last = { found, ownership };
    return ownership;
  }

  #findIn(table: Table, rows: readonly Row[]): Found {
    const known = this.#found.get(table.kind);
    const { version } = this.#ids;
    if (known?.table === table && known.rows === rows && known.version === version) return known;
    const places = rows.map((row): Place => ({ table, row, mention: this.#mentionIn(row) }));
    const found = { table, rows, version, places };
    this.#found.set(table.kind, found);
    return found;
  }

  #assign(places: readonly Place[]): Ownership {
    const rowsOf = new Map<string, OwnedRow[]>();
    const shared = new Map<string, Set<string>>();
    const owners = followReferences(places);
    for (const place of places) {
      const { table, row, mention } = place;
      const objectIds = owners.get(place) ?? mention.objectIds;
      if (objectIds.size > 1) {
        for (const objectId of objectIds)
          shared.set(objectId, (shared.get(objectId) ?? new Set()).add(table.kind));
      } else {
        for (const objectId of objectIds) {
          const rows = rowsOf.get(objectId) ?? [];
          rows.push({ table, row, eventIds: [...mention.eventIds] });
          rowsOf.set(objectId, rows);
        }
      }
    }
    return { rowsOf, shared };
  }

  #mentionIn(row: Row): Mention {
    const known = this.#mentions.get(row);
    if (known !== undefined && (known.objectIds.size > 0 || known.version === this.#ids.version))
      return known;
    const found = Object.values(row.cells).flatMap((cell) => (cell === null ? [] : this.#ids.find(cell)));
    const mention: Mention = {
      objectIds: new Set(found.map((id) => id.objectId)),
      eventIds: new Set(found.flatMap((id) => id.eventId ?? [])),
      namesObject: found.some((id) => id.eventId === undefined),
      version: this.#ids.version,
    };
    this.#mentions.set(row, mention);
    return mention;
  }
}

/**
 * Owners of rows that hold no id of ours, and refer to a row of an object by a declared key. Only rows that hold the object's
 * own id are where this begins: what many objects share may well show the last event of one of them.
 */
function followReferences(places: readonly Place[]): ReadonlyMap<Place, ReadonlySet<string>> {
  const owners = new Map<Place, ReadonlySet<string>>();
  const byKind = groupByKind(places);
  let open = places.filter(
    ({ mention, table }) => mention.objectIds.size === 0 && table.foreignKeys.length > 0,
  );
  for (let depth = 0; depth < DEPTH_MAX && open.length > 0; depth += 1) {
    const indexes = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();
    const indexOf = (kind: string, columns: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> => {
      const key = JSON.stringify([kind, columns]);
      const index = indexes.get(key) ?? indexBy(byKind.get(kind) ?? [], columns, owners);
      indexes.set(key, index);
      return index;
    };
    const found = open.flatMap((place) => {
      const referred = new Set<string>();
      for (const { columns, references, referenced } of place.table.foreignKeys) {
        const value = valueOf(place.row.cells, columns);
        if (value === undefined) continue;
        for (const objectId of indexOf(references, referenced).get(value) ?? []) referred.add(objectId);
      }
      return referred.size === 0 ? [] : [{ place, referred }];
    });
    if (found.length === 0) return owners;
    for (const { place, referred } of found) owners.set(place, referred);
    open = open.filter((place) => !owners.has(place));
  }
  return owners;
}

function groupByKind(places: readonly Place[]): Map<string, Place[]> {
  const groups = new Map<string, Place[]>();
  for (const place of places) {
    const group = groups.get(place.table.kind);
    if (group === undefined) groups.set(place.table.kind, [place]);
    else group.push(place);
  }
  return groups;
}

function indexBy(
  places: readonly Place[],
  columns: readonly string[],
  owners: ReadonlyMap<Place, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const index = new Map<string, Set<string>>();
  for (const place of places) {
    const value = valueOf(place.row.cells, columns);
    const objectIds = owners.get(place) ?? (place.mention.namesObject ? place.mention.objectIds : undefined);
    if (value === undefined || objectIds === undefined) continue;
    const all = index.get(value) ?? new Set();
    for (const objectId of objectIds) all.add(objectId);
    index.set(value, all);
  }
  return index;
}

function valueOf(cells: Cells, columns: readonly string[]): string | undefined {
  const values = columns.map((column) => cells[column]);
  return values.some((value) => value === null || value === undefined) ? undefined : JSON.stringify(values);
}
