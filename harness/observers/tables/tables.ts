/**
 * The receiver's tables as a view of its state, without a query of the user's: every row that came or changed since the run
 * began and holds our ids, or refers to one that does. What rows mean is learnt in the calm check.
 */
import type { SeenEffect } from '../../../simulator/history.ts';
import type { TablesObserverSettings } from '../../config/settings.ts';
import { abortable, withDeadline } from '../../deadline.ts';
import type { Learned, Observer, Sample, Subject } from '../observer.ts';
import { coursesOf, hasRowPerObject, keepsItsEvents } from './course.ts';
import { openDatabase } from './databases.ts';
import type { Cells, Driver, Row, Table, TableRead } from './driver.ts';
import { KnownIds } from './known-ids.ts';
import { learnTables } from './learn.ts';
import { wordsOf } from './names.ts';
import { Owners, type OwnedRow, type Ownership } from './owners.ts';
import { Scanner } from './scanner.ts';

/** One scan that was running already, and one that began after the question. */
const READ_TIMEOUT_MS = 10_000;
/** Characters of a cell that an effect shows. */
const SHOWN_MAX = 2048;

interface Sight extends Ownership {
  readonly tables: readonly Table[];
  /** Tables that could not be read, and why. */
  readonly unread: ReadonlyMap<string, string>;
}

/** @throws Lost200Error LOST200_E_MISSING_DRIVER, LOST200_E_DATABASE */
export async function createTablesObserver(settings: TablesObserverSettings): Promise<Observer> {
  return new TablesObserver(settings, await openDatabase(settings.database, settings.schemas));
}

class TablesObserver implements Observer {
  readonly name = 'tables';
  readonly speaks = 'receiver';
  readonly readsEffectsBy = 'object';
  readonly batches = true;
  readonly #settings: TablesObserverSettings;
  readonly #driver: Driver;
  readonly #ids = new KnownIds();
  readonly #scanner: Scanner<Sight>;
  /** Tables in which rows of our objects were seen. */
  readonly #ours = new Set<string>();
  readonly #shared = new Set<string>();
  readonly #shown = new WeakMap<Row, Cells>();
  #last: Sight | undefined;
  #learned: Learned | undefined;
  #known: ReadonlySet<string> | undefined;
  /** Kinds whose rows hold the event that touched them last, not the one that they are owed to; those with one row for each object do. */
  #perObject: ReadonlySet<string> = new Set();

  constructor(settings: TablesObserverSettings, driver: Driver) {
    this.#settings = settings;
    this.#driver = driver;
    const owners = new Owners(this.#ids);
    this.#scanner = new Scanner(driver, (reads) => this.#understand(owners.of(reads), reads));
  }

  async readState(subject: Subject, signal: AbortSignal): Promise<string | null> {
    const effects = await this.readEffects(subject, signal);
    return this.#learned === undefined ? null : this.#learned.stateOf(effects);
  }

  async readEffects(subject: Subject, signal: AbortSignal): Promise<readonly SeenEffect[]> {
    this.#ids.add(subject);
    const sight = await withDeadline(READ_TIMEOUT_MS, signal, (limit) =>
      abortable(this.#scanner.scan(), limit),
    );
    for (const [kind, problem] of sight.unread)
      if (this.#matters(kind)) throw new Error(`The table ${kind} cannot be read: ${problem}`);
    for (const kind of sight.shared.get(subject.objectId) ?? [])
      if (this.#learned !== undefined && this.#matters(kind))
        throw new Error(`A row of the table ${kind} speaks of object ${subject.objectId} and of another one`);
    const rows = withoutRemains(sight.rowsOf.get(subject.objectId) ?? []);
    return rows.filter(({ table }) => this.#isKnown(table.kind)).map((row) => this.#effectOf(row, subject));
  }

  refresh(): void {
    this.#driver.forget();
  }

  learn(samples: readonly Sample[]): Learned {
    const { judge, ignore, state, mask } = this.#settings;
    const learned = learnTables(samples, {
      tables: this.#last?.tables ?? [],
      unread: this.#last?.unread ?? new Map(),
      shared: this.#shared,
      judge,
      ignore,
      mask,
      ...(state !== undefined && { state }),
    });
    this.#learned = learned;
    const courses = coursesOf(samples);
    this.#known = new Set(courses.map(({ kind }) => kind));
    this.#perObject = new Set(
      courses.filter((course) => hasRowPerObject(course) || !keepsItsEvents(course)).map(({ kind }) => kind),
    );
    return learned;
  }

  async close(): Promise<void> {
    await this.#driver.close();
  }

  #understand(ownership: Ownership, reads: readonly TableRead[]): Sight {
    for (const rows of ownership.rowsOf.values()) for (const { table } of rows) this.#ours.add(table.kind);
    for (const kinds of ownership.shared.values()) for (const kind of kinds) this.#shared.add(kind);
    this.#last = {
      ...ownership,
      tables: reads.map(({ table }) => table),
      unread: new Map(
        reads.flatMap((read) => (read.kind === 'unread' ? [[read.table.kind, read.problem] as const] : [])),
      ),
    };
    return this.#last;
  }

  /** Whether what the table holds could change a verdict. */
  #matters(kind: string): boolean {
    return this.#ours.has(kind) && this.#isKnown(kind) && this.#learned?.ignored[kind] === undefined;
  }

  /** What no calm event had left a row in has no meaning that could be judged. */
  #isKnown(kind: string): boolean {
    return this.#known === undefined || this.#known.has(kind);
  }

  #effectOf({ table, row, eventIds }: OwnedRow, subject: Subject): SeenEffect {
    const [eventId] = this.#perObject.has(table.kind) ? [] : eventIds;
    return {
      kind: table.kind,
      objectId: subject.objectId,
      ...(eventId !== undefined && eventIds.length === 1 && { eventId }),
      row: this.#shownOf(table, row),
    };
  }

  /** The same object as long as the row stays the same. */
  #shownOf(table: Table, row: Row): Cells {
    const known = this.#shown.get(row);
    if (known !== undefined) return known;
    const cells = Object.entries(row.cells)
      .filter(([column]) => !this.#settings.mask.includes(`${table.kind}.${column}`))
      .map(([column, cell]) => [column, cell === null ? null : cell.slice(0, SHOWN_MAX)] as const);
    const shown = Object.fromEntries(cells);
    this.#shown.set(row, shown);
    return shown;
  }
}

const DELETED = /(?:^|_)(?:deleted|removed|revoked|superseded|voided)(?:_|$)/;

/** Rows that are marked as deleted count only where no other row of the object is left in their table. */
function withoutRemains(rows: readonly OwnedRow[]): readonly OwnedRow[] {
  const isDeleted = ({ row }: OwnedRow): boolean =>
    Object.entries(row.cells).some(
      ([column, cell]) =>
        cell !== null && !/^(?:0|f|false|n|no|)$/i.test(cell) && DELETED.test(wordsOf(column).join('_')),
    );
  const deleted = new Set(rows.filter(isDeleted));
  if (deleted.size === 0) return rows;
  const alive = new Set(rows.filter((row) => !deleted.has(row)).map(({ table }) => table.kind));
  return rows.filter((row) => !deleted.has(row) || !alive.has(row.table.kind));
}
