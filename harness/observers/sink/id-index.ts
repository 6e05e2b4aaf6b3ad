/** Finds known ids anywhere in a text, whatever stands around them. */

/** Shorter ids stand in too many texts by chance: nobody looks for them. */
export const ID_LENGTH_MIN: number = 8;

interface Known<T> {
  readonly form: string;
  readonly id: string;
  readonly owner: T;
}

/** Letter case is ignored, and a UUID is found without its hyphens too. */
export class IdIndex<T> {
  /** By the last eight characters, where shapes such as `obj_…` differ. */
  readonly #byEnd = new Map<string, Known<T>[]>();

  /** False when the id is too short to be looked for. */
  add(id: string, owner: T): boolean {
    if (id.length < ID_LENGTH_MIN) return false;
    for (const form of formsOf(id)) {
      const end = form.slice(-ID_LENGTH_MIN);
      const known = this.#byEnd.get(end);
      if (known === undefined) this.#byEnd.set(end, [{ form, id, owner }]);
      else known.push({ form, id, owner });
    }
    return true;
  }

  /** Every known id that stands in the text, with its owner; each once. */
  find(text: string): readonly { readonly id: string; readonly owner: T }[] {
    if (this.#byEnd.size === 0) return [];
    const found = new Map<Known<T>, true>();
    const lower = text.toLowerCase();
    for (let end = ID_LENGTH_MIN; end <= lower.length; end += 1) {
      for (const known of this.#byEnd.get(lower.slice(end - ID_LENGTH_MIN, end)) ?? []) {
        const start = end - known.form.length;
        if (start >= 0 && lower.startsWith(known.form, start) && standsAlone(lower, start, end))
          found.set(known, true);
      }
    }
    const each = new Map([...found.keys()].map((known) => [known.id, known.owner]));
    return [...each].map(([id, owner]) => ({ id, owner }));
  }
}

function formsOf(id: string): readonly string[] {
  const lower = id.toLowerCase();
  const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(lower);
  return isUuid ? [lower, lower.replaceAll('-', '')] : [lower];
}

/** Digits inside a longer number, or letters inside a longer word, are another id. */
function standsAlone(text: string, start: number, end: number): boolean {
  return !/[\da-z]/.test(text[start - 1] ?? '') && !/[\da-z]/.test(text[end] ?? '');
}
