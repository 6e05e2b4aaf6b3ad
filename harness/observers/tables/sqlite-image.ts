/**
 * The content of an SQLite file that is in use, as of its last whole transaction, without a lock on it. What a writer leaves at
 * any moment is what a crash would: the file, and beside it the journal that takes back what is half done, or the log (WAL) that
 * holds what is not in the file yet. Both are applied here, to the bytes that were read.
 */
import { open, stat } from 'node:fs/promises';
import { wallClock } from '../../../simulator/clock.ts';
import { withJournal } from './sqlite-journal.ts';
import { withLog } from './sqlite-log.ts';

const WAIT_MS = 3000;
const PAUSE_MS = 10;
const BYTES_MAX = 256 * 1024 * 1024;
const MAGIC = 'SQLite format 3\0';

export interface SqliteImage {
  /** Equal versions have equal content. */
  readonly version: string;
  /** A database without journal or log; absent: it is still as `known` says. */
  readonly bytes?: Buffer;
}

/** Rejects when the file is absent, too large or no database, or when writers leave no moment to read it in. */
export async function readImage(file: string, known?: string): Promise<SqliteImage> {
  const deadlineMs = wallClock.tickMs() + WAIT_MS;
  do {
    const before = await versionOf(file);
    if (before.version === known) return { version: known };
    const [database, journal, log] = [
      await bytesOf(file),
      await bytesOf(`${file}-journal`),
      await bytesOf(`${file}-wal`),
    ];
    const after = await versionOf(file);
    if (database !== undefined && after.unharmed === before.unharmed) {
      const bytes = before.isLogged ? withLog(database, log) : withJournal(database, journal);
      return { version: before.version, bytes };
    }
    await wallClock.sleep(PAUSE_MS);
  } while (wallClock.tickMs() < deadlineMs);
  throw new Error(`it was written to all the time that was waited (${WAIT_MS} ms)`);
}

interface Version {
  readonly version: string;
  /** Stays the same as long as what was read meanwhile is of use. A log that grows does no harm. */
  readonly unharmed: string;
  readonly isLogged: boolean;
}

async function versionOf(file: string): Promise<Version> {
  const { size, mtimeMs, ino } = await stat(file);
  if (size > BYTES_MAX) throw new Error(`it is larger than ${BYTES_MAX / 1024 / 1024} MiB`);
  const head = (await bytesOf(file, 100)) ?? Buffer.alloc(0);
  if (size > 0 && head.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new Error('it is no SQLite database');
  const counter = head.toString('hex', 24, 28);
  if (head[18] !== 2) {
    const journal = await bytesOf(`${file}-journal`, 28);
    const unharmed = `${ino} ${size} ${mtimeMs} ${counter} ${journal?.toString('hex') ?? 'none'}`;
    return { version: unharmed, unharmed, isLogged: false };
  }
  const log = await bytesOf(`${file}-wal`, 32);
  const grown = await stat(`${file}-wal`).catch(ignoreAbsent);
  const unharmed = `${ino} ${counter} ${log?.toString('hex') ?? 'none'}`;
  // A log that begins anew is written over and keeps its size, so its time counts too.
  return { version: `${unharmed} ${grown?.size ?? 0} ${grown?.mtimeMs ?? 0}`, unharmed, isLogged: true };
}

/** The file's first bytes, or all of them. */
async function bytesOf(path: string, length?: number): Promise<Buffer | undefined> {
  const handle = await open(path, 'r').catch(ignoreAbsent);
  if (handle === undefined) return undefined;
  try {
    const wanted = length ?? (await handle.stat()).size;
    const buffer = Buffer.alloc(Math.min(wanted, 2 * BYTES_MAX));
    let read = 0;
    while (read < buffer.length) {
      const { bytesRead } = await handle.read(buffer, read, buffer.length - read, read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return buffer.subarray(0, read);
  } finally {
    await handle.close();
  }
}

function ignoreAbsent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
