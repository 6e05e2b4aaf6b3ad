/** Many texts, looked for in one line at once. Upper and lower case are alike. */

interface Needle<T> {
  readonly text: string;
  /** Where in the text the part stands under which it is filed. */
  readonly offset: number;
  /** Short ones count only between characters that cannot belong to them. */
  readonly bounded: boolean;
  readonly of: T;
}

export interface Hit<T> {
  readonly at: number;
  readonly length: number;
  readonly of: T;
}

const GRAM = 8;
const BOUNDED_BELOW = 14;
const NEEDLES_MAX = 500_000;

export class Needles<T> {
  /** By length of the part, then by the part. */
  readonly #filed = new Map<number, Map<string, Needle<T>[]>>();
  #size = 0;

  /** True when something could not be taken in: what is not found then proves nothing. */
  get isFull(): boolean {
    return this.#size >= NEEDLES_MAX;
  }

  add(text: string, of: T): void {
    if (text === '' || this.isFull) return;
    this.#size += 1;
    const lower = lowered(text);
    const gram = Math.min(GRAM, lower.length);
    const room = this.#filed.get(gram) ?? new Map<string, Needle<T>[]>();
    this.#filed.set(gram, room);
    const last = lower.length - gram;
    // Under the part that it shares with the fewest others: many ids begin or end alike.
    const crowd = (offset: number): number => room.get(lower.slice(offset, offset + gram))?.length ?? 0;
    const offset = [last, 0, Math.floor(last / 2)].reduce((best, one) =>
      crowd(one) < crowd(best) ? one : best,
    );
    const part = lower.slice(offset, offset + gram);
    const needle = { text: lower, offset, bounded: lower.length < BOUNDED_BELOW, of };
    const filed = room.get(part);
    if (filed === undefined) room.set(part, [needle]);
    else filed.push(needle);
  }

  /** Every place where one of them stands, from left to right, longer ones first. */
  find(line: string): readonly Hit<T>[] {
    const lower = lowered(line);
    const hits: Hit<T>[] = [];
    for (const [gram, room] of this.#filed) {
      for (let position = 0; position + gram <= lower.length; position += 1) {
        const filed = room.get(lower.slice(position, position + gram));
        for (const needle of filed ?? []) {
          const at = position - needle.offset;
          if (!lower.startsWith(needle.text, at) || at < 0) continue;
          if (needle.bounded && !standsAlone(lower, at, needle.text.length)) continue;
          hits.push({ at, length: needle.text.length, of: needle.of });
        }
      }
    }
    return hits.sort((left, right) => left.at - right.at || right.length - left.length);
  }
}

function standsAlone(line: string, at: number, length: number): boolean {
  return !/[a-z0-9]/.test(line.charAt(at - 1)) && !/[a-z0-9]/.test(line.charAt(at + length));
}

/** Only letters of ASCII, so that no position moves. */
function lowered(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
