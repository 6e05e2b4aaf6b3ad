/**
 * Planted personal data: values that look real and belong to nobody, one set per object, so that they can be recognised
 * wherever a receiver lets them out. A plan names them (`{{canary:email:o1}}`); a run fills them in.
 */
import type { JsonObject } from './json.ts';
import { fillIdShape } from './random.ts';

/** What can be planted, with `{canary.<kind>}` in a lifecycle's payload. */
export const CANARY_KINDS = ['name', 'email', 'phone', 'document'] as const;

export type CanaryKind = (typeof CANARY_KINDS)[number];

/** The person in the payload of the built-in lifecycles. */
export const plantedCustomer: JsonObject = {
  name: '{canary.name}',
  email: '{canary.email}',
  phone: '{canary.phone}',
  document: '{canary.document}',
};

export function isCanaryKind(kind: string): kind is CanaryKind {
  return (CANARY_KINDS as readonly string[]).includes(kind);
}

/** What stands for a canary in a plan, until a run binds it. */
export function canaryPlaceholder(kind: CanaryKind, objectId: string): string {
  return `{{canary:${kind}:${objectId}}}`;
}

const GIVEN = ['Ana', 'Bruno', 'Clara', 'Davi', 'Elena', 'Fabio', 'Greta', 'Hugo', 'Irene', 'Jonas'] as const;
const ONSETS = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'x', 'z', 'w'] as const;
const VOWELS = ['a', 'e', 'i', 'o', 'u'] as const;
const SYLLABLES = 5;

/**
 * The value for an object of a play. E-mail addresses are in a reserved domain, telephone numbers in an area that does not
 * exist, documents under a country code that no country has; names are made of syllables.
 */
export function canaryValue(kind: CanaryKind, namespace: string, objectId: string): string {
  const fill = (shape: string): string => fillIdShape(shape, namespace, `canary/${kind}/${objectId}`);
  switch (kind) {
    case 'name':
      return nameFrom(fill('{hex:32}'));
    case 'email':
      return fill('{base36:6}.{base36:10}@example.com');
    case 'phone':
      return `+1555${fill('{int:7}')}`;
    case 'document':
      return `XX${fill('{int:12}')}`;
  }
}

function nameFrom(hex: string): string {
  const part = (index: number): number => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  const family = Array.from(
    { length: SYLLABLES },
    (_, index) =>
      (ONSETS[part(2 * index) % ONSETS.length] ?? '') + (VOWELS[part(2 * index + 1) % VOWELS.length] ?? ''),
  ).join('');
  return `${GIVEN[part(15) % GIVEN.length] ?? ''} ${family.charAt(0).toUpperCase()}${family.slice(1)}`;
}
