/** Values of an object beside its state: what facts bring along, and what is true after a set of them. Plain data. */

/** What the facts of one object bring along under one name. `on`: the facts at which it is drawn; all when unset. */
export type Draw =
  /** A whole number from `min` to `max` (cents), of that fact alone. */
  | { readonly kind: 'amount'; readonly min: number; readonly max: number; readonly on?: readonly string[] }
  /** One of these, another one than before; stays until it is drawn again. */
  | { readonly kind: 'choice'; readonly from: readonly string[]; readonly on?: readonly string[] }
  /** Ids of the object's children, as they are from then on; grows by one each time, and unless `grows` may also lose one. */
  | { readonly kind: 'children'; readonly grows?: true; readonly on?: readonly string[] };

/**
 * What becomes of facts that a newer one of the object overtook: `always` = they still count (money that moved);
 * unset = they may count or not.
 */
export type ValueWhen = 'always';

/** `field` is the name of a draw, or `occurredAt`: the instant of the fact. `facts`: only these bear on it; all when unset. */
export type ValueRule =
  /** What the newest fact says. `notAfter`: once one of these is the newest, anything goes. */
  | {
      readonly kind: 'latest';
      readonly field: string;
      readonly facts?: readonly string[];
      readonly notAfter?: readonly string[];
      readonly when?: ValueWhen;
    }
  /** Each of a list once, and nothing else: the list of the newest fact, or (`of: 'all'`) whatever all facts brought. */
  | {
      readonly kind: 'set';
      readonly field: string;
      readonly of?: 'newest' | 'all';
      readonly facts?: readonly string[];
      readonly notAfter?: readonly string[];
      readonly when?: ValueWhen;
    }
  /** What the facts of `plus` brought, less what those of `minus` did. */
  | {
      readonly kind: 'sum';
      readonly field: string;
      readonly plus: readonly string[];
      readonly minus?: readonly string[];
      readonly when?: ValueWhen;
    }
  /** How many facts there were. */
  | { readonly kind: 'count'; readonly facts: readonly string[]; readonly when?: ValueWhen }
  /** One as soon as there is anything, however much there is: rows per object, customers per owner. */
  | { readonly kind: 'unique'; readonly facts?: readonly string[] }
  /** Of the owner: true as long as any of its objects is in one of the states. */
  | { readonly kind: 'entitled'; readonly states: readonly string[] };

/** The field that every fact has. */
export const INSTANT_FIELD = 'occurredAt';

/** True where the value is an instant. */
export function isInstant(rule: ValueRule): boolean {
  return rule.kind === 'latest' && rule.field === INSTANT_FIELD;
}
