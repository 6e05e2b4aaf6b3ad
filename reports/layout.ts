/** Text in a page of fixed width. Give it plain text: colour comes after the measuring. */

export const PAGE_WIDTH = 100;

/** Characters on the screen, near enough: code points. */
export function width(text: string): number {
  return Array.from(text).length;
}

export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)));
}

/** Cut to `columns`, with a sign that it was. */
export function clip(text: string, columns: number): string {
  return width(text) <= columns
    ? text
    : `${Array.from(text)
        .slice(0, Math.max(0, columns - 1))
        .join('')}…`;
}

/** Breaks at spaces, and inside a word only when it alone is wider than the page. At least one line. */
export function wrap(text: string, columns: number): readonly string[] {
  const limit = Math.max(8, columns);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => chop(long, limit))) {
    if (line === '') line = word;
    else if (width(line) + 1 + width(word) <= limit) line = `${line} ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  return lines;
}

function chop(word: string, columns: number): readonly string[] {
  if (width(word) <= columns) return [word];
  const characters = Array.from(word);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += columns)
    pieces.push(characters.slice(at, at + columns).join(''));
  return pieces;
}

/** A label, and text that hangs beside it. */
export function hanging(label: string, text: string, columns: number = PAGE_WIDTH): readonly string[] {
  const indent = ' '.repeat(width(label));
  return wrap(text, columns - width(label)).map((line, at) => (at === 0 ? label : indent) + line);
}

/** Rows whose cells, but for the last, are padded to the widest of their column. */
export function align(rows: readonly (readonly string[])[], gap = 2): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, width(cell))));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : pad(cell, (widths[at] ?? 0) + gap)))
      .join('')
      .trimEnd(),
  );
}

/** `1 case`, `3 cases`. */
export function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}
