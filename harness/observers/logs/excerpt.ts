/** A line of a receiver's output as evidence: the part around what was found, without what must not be kept. */
import type { Meaning } from './meaning.ts';
import type { Hit } from './needles.ts';

const AROUND = 60;

export function excerptOf(line: string, found: Hit<Meaning>, hits: readonly Hit<Meaning>[]): string {
  let text = '';
  let read = 0;
  let from = 0;
  let to = 0;
  for (const hit of hits) {
    if (hit.at >= read) {
      text += line.slice(read, hit.at);
      if (hit.at <= found.at) from = text.length;
      text += standIn(line, hit);
      if (hit.at <= found.at) to = text.length;
    }
    read = Math.max(read, hit.at + hit.length);
  }
  text += line.slice(read);
  const start = Math.max(0, from - AROUND);
  const end = Math.min(text.length, to + AROUND);
  const shown = text
    .slice(start, end)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`;
}

function standIn(line: string, hit: Hit<Meaning>): string {
  switch (hit.of.kind) {
    case 'secret':
      return '[secret]';
    case 'signature':
      return '[signature]';
    case 'personal-data':
      return `[${hit.of.shown}]`;
    case 'event-id':
    case 'about':
      return line.slice(hit.at, hit.at + hit.length);
  }
}
