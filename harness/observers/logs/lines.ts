/** A stream of bytes as lines of bounded length, without colours. */
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

/** A longer line is read in pieces of this length. */
export const LINE_MAX = 16_384;
/** How much of a piece is read again with the next one, so that nothing hides where a line was cut. */
const OVERLAP = 512;

export interface LineReader {
  take(chunk: Buffer): void;
  /** What came after the last line break is a line too. */
  end(): void;
}

/** Calls `read` with every line, in order. A carriage return ends a line too. */
export function createLineReader(read: (line: string) => void): LineReader {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const emit = (line: string): void => read(stripVTControlCharacters(line));
  const drain = (): void => {
    const lines = rest.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) inPieces(line, emit);
    while (rest.length > LINE_MAX) {
      emit(rest.slice(0, LINE_MAX));
      rest = rest.slice(LINE_MAX - OVERLAP);
    }
  };
  return {
    take: (chunk) => {
      rest += decoder.write(chunk);
      drain();
    },
    end: () => {
      rest += decoder.end();
      drain();
      if (rest !== '') emit(rest);
      rest = '';
    },
  };
}

function inPieces(line: string, emit: (piece: string) => void): void {
  let from = 0;
  for (; line.length - from > LINE_MAX; from += LINE_MAX - OVERLAP) emit(line.slice(from, from + LINE_MAX));
  emit(line.slice(from));
}
