import type { Alteration } from './alteration.ts';
import { badItems } from './batches/index.ts';
import { forgeries } from './forged/index.ts';
import { oddities } from './odd/index.ts';
import { poisons } from './poison/index.ts';
import { rotations } from './rotation/index.ts';

/** Every alteration, in the order in which a reader would want them. To add one: one file beside these, one line here. */
export const alterations: readonly Alteration[] = [
  ...forgeries,
  ...rotations,
  ...oddities,
  ...poisons,
  ...badItems,
];

/** The alteration that a plan names; a plan that names another is malformed. */
export function alterationOf(id: string): Alteration {
  const alteration = alterations.find((one) => one.id === id);
  if (alteration === undefined) throw new RangeError(`There is no alteration "${id}".`);
  return alteration;
}
