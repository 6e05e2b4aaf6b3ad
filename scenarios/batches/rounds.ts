import type { WebhookEvent } from '../../simulator/model.ts';
import type { DraftObject } from '../draft.ts';

/** The first events of all objects, the second ones, and so on: what a provider has at hand at one time. */
export function rounds(objects: readonly DraftObject[]): readonly (readonly WebhookEvent[])[] {
  const length = Math.max(...objects.map((object) => object.events.length));
  return Array.from({ length }, (_, position) => objects.flatMap((object) => object.events[position] ?? []));
}
