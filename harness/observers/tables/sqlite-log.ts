/** SQLite's write-ahead log: pages that newer transactions wrote and that are not in the file yet (https://sqlite.org/walformat.html). */

const HEAD = 32;
const FRAME_HEAD = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;

/** The database with every transaction of the log that is whole, marked as one that needs no log. */
export function withLog(database: Buffer, log: Buffer | undefined): Buffer {
  const commits = log === undefined ? undefined : committedPages(log);
  const image = commits === undefined ? database : applied(database, commits);
  if (image.length >= 20) image.fill(1, 18, 20);
  return image;
}

interface Committed {
  readonly pageSize: number;
  /** How many pages the database has after the last transaction. */
  readonly pages: number;
  readonly byNumber: ReadonlyMap<number, Buffer>;
}

function applied(database: Buffer, { pageSize, pages, byNumber }: Committed): Buffer {
  const image = Buffer.alloc(pages * pageSize);
  database.copy(image, 0, 0, image.length);
  for (const [number, page] of byNumber) page.copy(image, (number - 1) * pageSize);
  return image;
}

function committedPages(log: Buffer): Committed | undefined {
  const magic = log.length < HEAD ? 0 : log.readUInt32BE(0);
  if (magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) return undefined;
  const written = log.readUInt32BE(8);
  const pageSize = written === 1 ? 65_536 : written;
  const sum = new Checksum(magic === MAGIC_BIG);
  sum.add(log, 0, 24);
  if (!sum.equals(log, 24)) return undefined;
  const salts = log.subarray(16, 24);
  const byNumber = new Map<number, Buffer>();
  let open: (readonly [number, Buffer])[] = [];
  let pages = 0;
  for (let at = HEAD; at + FRAME_HEAD + pageSize <= log.length; at += FRAME_HEAD + pageSize) {
    sum.add(log, at, 8);
    sum.add(log, at + FRAME_HEAD, pageSize);
    // What follows is of an older log, or half written.
    if (!log.subarray(at + 8, at + 16).equals(salts) || !sum.equals(log, at + 16)) break;
    open.push([log.readUInt32BE(at), log.subarray(at + FRAME_HEAD, at + FRAME_HEAD + pageSize)]);
    const pagesThen = log.readUInt32BE(at + 4);
    if (pagesThen === 0) continue;
    for (const [number, page] of open) byNumber.set(number, page);
    open = [];
    pages = pagesThen;
  }
  if (pages === 0) return undefined;
  return { pageSize, pages, byNumber: new Map([...byNumber].filter(([number]) => number <= pages)) };
}

class Checksum {
  readonly #isBig: boolean;
  #first = 0;
  #second = 0;

  constructor(isBig: boolean) {
    this.#isBig = isBig;
  }

  /** `length` is a multiple of eight. */
  add(bytes: Buffer, from: number, length: number): void {
    for (let at = from; at < from + length; at += 8) {
      const one = this.#isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
      const two = this.#isBig ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
      this.#first = (this.#first + one + this.#second) >>> 0;
      this.#second = (this.#second + two + this.#first) >>> 0;
    }
  }

  equals(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second;
  }
}
