/** How a command of the user's gets the values of a hook. */

/** `objectId` is `LOST200_OBJECT_ID`, `fixed.customer` is `LOST200_FIXED_CUSTOMER`. */
export function hookVariable(name: string): string {
  return `LOST200_${name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W/g, '_')
    .toUpperCase()}`;
}
