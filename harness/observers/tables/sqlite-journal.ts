/** SQLite's rollback journal: pages as they were before a transaction that has not ended (https://sqlite.org/fileformat2.html). */

const MAGIC = Buffer.from([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]);
/** As many records as there is room for: written where the number is not noted. */
const UNCOUNTED = 0xffffffff;

/** The database with what is half done taken back. */
export function withJournal(database: Buffer, journal: Buffer | undefined): Buffer {
  if (journal === undefined || journal.length < 28 || !journal.subarray(0, 8).equals(MAGIC)) return database;
  const pages = journal.readUInt32BE(16);
  const sector = journal.readUInt32BE(20);
  const pageSize = journal.readUInt32BE(24);
  if (!isSize(sector) || !isSize(pageSize)) return database;
  const before = Buffer.alloc(pages * pageSize);
  database.copy(before, 0, 0, before.length);
  let at = 0;
  let isChanged = false;
  // A journal may have several heads, each at the beginning of a sector.
  while (at + 28 <= journal.length && journal.subarray(at, at + 8).equals(MAGIC)) {
    const counted = journal.readUInt32BE(at + 8);
    const nonce = journal.readUInt32BE(at + 12);
    at += sector;
    const room = Math.max(0, Math.floor((journal.length - at) / (pageSize + 8)));
    const records = counted === UNCOUNTED ? room : Math.min(counted, room);
    for (let record = 0; record < records; record += 1, at += pageSize + 8) {
      const number = journal.readUInt32BE(at);
      const page = journal.subarray(at + 4, at + 4 + pageSize);
      if (journal.readUInt32BE(at + 4 + pageSize) !== checksum(page, nonce))
        return isChanged ? before : database;
      isChanged = true;
      if (number >= 1 && number <= pages) page.copy(before, (number - 1) * pageSize);
    }
    at = Math.ceil(at / sector) * sector;
    if (records === 0) break;
  }
  return isChanged ? before : database;
}

function checksum(page: Buffer, nonce: number): number {
  let sum = nonce;
  for (let at = page.length - 200; at > 0; at -= 200) sum += page[at] ?? 0;
  return sum >>> 0;
}

function isSize(size: number): boolean {
  return size >= 32 && size <= 65_536 && (size & (size - 1)) === 0;
}
