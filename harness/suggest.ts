/** "Did you mean …?": the nearest known word to one that is not known. */

/** The known word nearest to `word`, or `undefined` when none is near enough to be meant (about a third of the letters differ). */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  if (best === undefined) return undefined;
  return bestDistance <= Math.max(2, Math.floor(Math.max(word.length, best.length) / 3)) ? best : undefined;
}

/** A sentence for a remedy: the nearest known word, or all of them (at most twelve). */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  if (known.length === 0) return 'There is none to choose from.';
  const shown = known.slice(0, 12).join(', ');
  return `Known: ${shown}${known.length > 12 ? `, and ${known.length - 12} more` : ''}.`;
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = at(last, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced);
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, right.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
