import type { Alteration } from './alteration.ts';
import { wrongSecret } from './wrong-secret.ts';

/** Every alteration, in the order in which a reader would want them. To add one: one file beside these, one line here. */
export const alterations: readonly Alteration[] = [wrongSecret];

/** The alteration that a plan names; a plan that names another is malformed. */
export function alterationOf(id: string): Alteration {
  const alteration = alterations.find((one) => one.id === id);
  if (alteration === undefined) throw new RangeError(`There is no alteration "${id}".`);
  return alteration;
}
