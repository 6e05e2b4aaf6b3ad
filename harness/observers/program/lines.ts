/** A stream of bytes as lines of bounded length, and the last of what a stream brought. */
import type { Readable } from 'node:stream';
import { LINE_MAX } from './protocol.ts';

const TAIL_BYTES = 8192;
const TAIL_LINES = 20;

/**
 * Calls `take` with every line that is not blank, without its end (`\n` or `\r\n`), until it returns false; `tooLong` once when a
 * line grows beyond the bound, after which nothing is read any more. The stream is drained in any case.
 */
export function readLines(stream: Readable, take: (line: string) => boolean, tooLong: () => void): void {
  let held: Buffer[] = [];
  let length = 0;
  let isDone = false;
  const end = (): void => {
    isDone = true;
    held = [];
  };
  stream.on('data', (chunk: Buffer) => {
    let rest = chunk;
    while (!isDone) {
      const at = rest.indexOf(10);
      const part = at < 0 ? rest : rest.subarray(0, at);
      held.push(part);
      length += part.length;
      if (length > LINE_MAX) {
        end();
        tooLong();
        return;
      }
      if (at < 0) return;
      const line = Buffer.concat(held).toString('utf8').replace(/\r$/, '');
      held = [];
      length = 0;
      rest = rest.subarray(at + 1);
      if (line.trim() !== '' && !take(line)) end();
    }
  });
}

/** Keeps the last lines of a stream, to be shown in errors. */
export function keepTail(stream: Readable): () => string {
  let last = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    last = Buffer.concat([last, chunk]).subarray(-TAIL_BYTES);
  });
  return () => last.toString('utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
