/** Finds ids of ours anywhere in a text: as the whole of it, inside JSON, or as a part of a longer key. */
import type { Subject } from '../observer.ts';

export interface KnownId {
  readonly objectId: string;
  /** Unset: it is the id of the object itself. */
  readonly eventId?: string;
}

interface Anchored extends KnownId {
  readonly id: string;
}

const TOKEN = /[\w-]+/g;
const PLAIN = /^[\w-]+$/;
const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
/** A piece of an id that is shorter than this is no hint of it. */
const ANCHOR_MIN = 4;

export class KnownIds {
  readonly #objects = new Set<string>();
  readonly #plain = new Map<string, KnownId>();
  /** By their digits alone. */
  readonly #uuids = new Map<string, KnownId>();
  /** Ids with other characters in them, by their longest plain piece. */
  readonly #anchored = new Map<string, Anchored[]>();
  /** Ids without a piece that is long enough. */
  readonly #odd: Anchored[] = [];
  readonly #lengths = new Set<number>();

  /** Grows with every object. */
  get version(): number {
    return this.#objects.size;
  }

  add({ objectId, eventIds }: Pick<Subject, 'objectId' | 'eventIds'>): void {
    if (this.#objects.has(objectId)) return;
    this.#objects.add(objectId);
    this.#addId(objectId, { objectId });
    for (const eventId of eventIds) this.#addId(eventId, { objectId, eventId });
  }

  /** Every id of ours in the text; one that is there twice may come twice. */
  find(text: string): readonly KnownId[] {
    const found: KnownId[] = [];
    for (const [token] of text.matchAll(TOKEN)) {
      const known = this.#lookUp(token);
      if (known !== undefined) found.push(known);
      else found.push(...this.#inside(token));
      for (const anchored of this.#anchored.get(token) ?? [])
        if (holds(text, anchored.id)) found.push(anchored);
    }
    for (const odd of this.#odd) if (text.includes(odd.id)) found.push(odd);
    return found;
  }

  #addId(id: string, known: KnownId): void {
    if (UUID.test(id)) {
      this.#uuids.set(digitsOf(id), known);
      this.#lengths.add(32).add(36);
    } else if (PLAIN.test(id)) {
      this.#plain.set(id, known);
      this.#lengths.add(id.length);
    } else {
      for (const written of new Set([id, encodeURIComponent(id)])) this.#addOdd(written, known);
    }
  }

  #addOdd(id: string, known: KnownId): void {
    const [anchor = ''] = (id.match(TOKEN) ?? []).sort((one, other) => other.length - one.length);
    if (anchor.length < ANCHOR_MIN) this.#odd.push({ ...known, id });
    else this.#anchored.set(anchor, [...(this.#anchored.get(anchor) ?? []), { ...known, id }]);
  }

  #lookUp(token: string): KnownId | undefined {
    const known = this.#plain.get(token);
    if (known !== undefined || this.#uuids.size === 0) return known;
    const mayBeUuid = token.length === 32 || token.length === 36;
    return mayBeUuid && UUID.test(token) ? this.#uuids.get(digitsOf(token)) : undefined;
  }

  /** Ids that begin and end where `-` or `_` joins them to something: `ledger_msg_1`. */
  #inside(token: string): readonly KnownId[] {
    const found: KnownId[] = [];
    for (let start = 0; start >= 0 && start < token.length; start = nextStart(token, start)) {
      for (const length of this.#lengths) {
        const end = start + length;
        if (end > token.length || (end < token.length && !isJoint(token[end]))) continue;
        const known = this.#lookUp(token.slice(start, end));
        if (known !== undefined) found.push(known);
      }
    }
    return found;
  }
}

function nextStart(token: string, start: number): number {
  for (let at = start; at < token.length; at += 1) if (isJoint(token[at])) return at + 1;
  return -1;
}

function isJoint(character: string | undefined): boolean {
  return character === '-' || character === '_';
}

function digitsOf(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase();
}

/** As it is, or as some write it in JSON. */
function holds(text: string, id: string): boolean {
  return text.includes(id) || text.replaceAll('\\/', '/').includes(id);
}
