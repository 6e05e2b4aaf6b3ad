/** Which scenarios and cases a glob means. */
import { catalogue } from '../../scenarios/catalogue.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { Lost200Error } from '../errors.ts';
import { didYouMean } from '../suggest.ts';

/** True when any of the globs matches: `duplicates/*`, `order/reversed#final-state`. */
export function matchesAny(id: string, globs: readonly string[]): boolean {
  return globs.some((glob) => globPattern(glob).test(id));
}

/** `*` stands for any text, slashes too; everything else for itself. */
function globPattern(glob: string): RegExp {
  const parts = glob.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

/** The scenarios that the globs name, in catalogue order; all without any. A glob that names none is an error. */
export function selectScenarios(globs: readonly string[]): readonly Scenario[] {
  for (const glob of globs) {
    if (catalogue.some((scenario) => matchesAny(scenario.id, [glob]))) continue;
    const ids = catalogue.map((scenario) => scenario.id);
    throw new Lost200Error(
      'LOST200_E_UNKNOWN_ID',
      `No scenario is called "${glob}".`,
      `${didYouMean(glob, ids)} All are in \`lost200 list scenarios\`.`,
    );
  }
  return globs.length === 0 ? catalogue : catalogue.filter((scenario) => matchesAny(scenario.id, globs));
}
