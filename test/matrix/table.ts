/** The kill matrix as a table: receivers down, invariants across, the number of scenarios that caught it. */
import type { Score } from './score.ts';

export function renderMatrix(scores: readonly Score[]): string {
  const judged = scores
    .flatMap((one) => Object.entries(one.cases))
    .filter(([, outcome]) => outcome !== 'skipped');
  const invariants = [...new Set(judged.map(([id]) => invariantOf(id)))];
  const name = Math.max(...scores.map((one) => one.receiver.length)) + 2;
  const rows = scores.map((one) => {
    const cells = invariants.map((invariant) => {
      const outcomes = Object.entries(one.cases).filter(([id]) => invariantOf(id) === invariant);
      const failed = outcomes.filter(([, outcome]) => outcome === 'fail').length;
      const unknown = outcomes.filter(([, outcome]) => outcome === 'unknown').length;
      const passed = outcomes.filter(([, outcome]) => outcome === 'pass').length;
      const text = failed > 0 ? `✗${failed}` : unknown > 0 ? `?${unknown}` : passed > 0 ? `✓${passed}` : '·';
      return text.padEnd(columnOf(invariant));
    });
    const seconds = `${one.seconds.toFixed(0)} s`.padStart(6);
    return `${one.kind.padEnd(7)} ${one.receiver.padEnd(name)} ${cells.join(' ')} ${seconds}  ${verdictOf(one)}`;
  });
  const heading = `${' '.repeat(8)}${' '.repeat(name)} ${invariants.map((id) => id.padEnd(columnOf(id))).join(' ')}`;
  return [heading, ...rows].join('\n');
}

function columnOf(invariant: string): number {
  return Math.max(invariant.length, 4);
}

function verdictOf(one: Score): string {
  if (one.kind === 'right')
    return one.accusations.length === 0 ? 'not accused' : `ACCUSED ×${one.accusations.length}`;
  return one.misses.length === 0 ? `caught ×${one.caught}` : `MISSED ×${one.misses.length}`;
}

function invariantOf(id: string): string {
  return id.split('#')[1] ?? id;
}
