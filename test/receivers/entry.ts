/** What the kill matrix knows of a receiver. */

/** How lost200 sees a receiver: by its test-only routes, by nothing but the URL of its database, or by nothing but its calls. */
export type SeenBy = 'http' | 'tables' | 'sink';

export interface ReceiverEntry {
  readonly id: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly kind: 'right' | 'broken';
  readonly says: string;
  /**
   * Cases, `scenario#invariant`, each of which must fail. Other cases may fail too; for a right receiver
   * none may.
   */
  readonly caughtBy: readonly string[];
  /** The same where only its database is seen (`--sight tables`), if they differ. */
  readonly caughtInTables?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** How it has to be attacked, where that differs from the others. */
  readonly options?: {
    readonly timeout?: string;
    /** Real time between virtual instants, for a bug that goes by the receiver's clock. */
    readonly quietFloor?: string;
    /** Effects are read event by event; unset: once per object. */
    readonly effectsByEvent?: true;
    readonly only?: readonly string[];
    /** At most so many. */
    readonly seeds?: number;
    /**
     * What takes the place of `only` and `seeds` where the matrix plays all receivers and has little time. Prove, and the matrix
     * with names of receivers, play everything.
     */
    readonly gate?: { readonly only?: readonly string[]; readonly seeds?: number };
    /** Unset: standard-webhooks. */
    readonly profile?: string;
    /** What lost200 signs with, where that is not its own secret; several are a rotation, the newest first. */
    readonly secrets?: readonly string[];
    /** A config file, from the root of the repository, for what no option says. */
    readonly config?: string;
    /** Unset: the first of the profile, payment. */
    readonly lifecycle?: string;
    /** It shows values at `/values/<object id>`. */
    readonly values?: true;
    /** Unset: http. */
    readonly sight?: SeenBy;
    /** The plan of a seed may hold no history that shows the bug: one seed of a run has to. */
    readonly sometimes?: true;
    /** It mostly waits: fewer seeds to a run, and others may run beside it. */
    readonly patient?: true;
  };
}

export function odd(id: string, says: string): ReceiverEntry {
  return { id, file: `test/receivers/right/${id}.ts`, kind: 'right', says, caughtBy: [] };
}

export function bug(id: string, says: string, caughtBy: readonly string[]): ReceiverEntry {
  return { id, file: `test/receivers/broken/${id}.ts`, kind: 'broken', says, caughtBy };
}

/** Played in calm weather, in the scenarios of the cases that it names, and in those beside them. */
export function small(
  entry: ReceiverEntry,
  beside: readonly string[],
  options: ReceiverEntry['options'] = {},
): ReceiverEntry {
  const named = entry.caughtBy.map((name) => name.split('#')[0] ?? name);
  const only = [...new Set(['baseline/calm', ...named, ...beside])];
  return {
    ...entry,
    options: { only, ...(options.sometimes === true ? {} : { gate: { seeds: 1 } }), ...options },
  };
}
