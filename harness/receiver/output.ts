/** What a started receiver prints: all of it to a file (bounded), the last of it to be shown in errors. */
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';

const FILE_MAX = 16 * 1_048_576;
const TAIL_MAX = 8192;
const TAIL_LINES = 20;

export interface Output {
  tail(): string;
  /** Resolves when everything is on disk. */
  close(): Promise<void>;
}

/** Somebody who reads along. */
export interface OutputReader {
  /** Bytes of the stream with that number, as they come. */
  take(stream: number, chunk: Buffer): void;
  /** Nothing more will come. `whole`: nothing that was printed can have been lost. */
  end(whole: boolean): void;
}

/** Appends what the streams bring to the file. A file that cannot be written loses the log, not the run. */
export function recordOutput(streams: readonly Readable[], logPath: string, reader?: OutputReader): Output {
  const file = createWriteStream(logPath, { flags: 'a' });
  let last = Buffer.alloc(0);
  let written = 0;
  let isClosed = false;
  file.on('error', (error) => {
    isClosed = true;
    last = Buffer.concat([last, Buffer.from(`\n(lost200: ${error.message})\n`)]);
  });
  const take = (chunk: Buffer): void => {
    last = Buffer.concat([last, chunk]).subarray(-TAIL_MAX);
    if (isClosed || written >= FILE_MAX) return;
    written += chunk.length;
    file.write(chunk);
    if (written >= FILE_MAX) file.write('\n(lost200: the log is full, what follows is not kept)\n');
  };
  for (const [number, stream] of streams.entries()) {
    stream.on('data', (chunk: Buffer) => {
      take(chunk);
      reader?.take(number, chunk);
    });
  }
  return {
    tail: () => lastLines(last.toString('utf8')),
    close: () => {
      if (isClosed) return Promise.resolve();
      isClosed = true;
      return new Promise((resolve) => {
        file.once('close', () => resolve());
        file.end();
      });
    },
  };
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
