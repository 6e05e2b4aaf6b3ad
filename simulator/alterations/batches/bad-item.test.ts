/** One bad event in a request of every provider that sends several: the others are as they would have been. */
import { describe, expect, it } from 'vitest';
import { calm } from '../../../scenarios/baseline/calm.ts';
import { makePlan } from '../../../scenarios/scenario.ts';
import { realId, realIds } from '../../binding.ts';
import type { Json } from '../../json.ts';
import { lifecycles } from '../../lifecycles/index.ts';
import type { WebhookEvent } from '../../model.ts';
import { profiles } from '../../profiles/index.ts';
import type { Profile } from '../../profiles/profile.ts';
import { requestMaker } from '../../request.ts';
import { indexOfPosition, type BatchPosition } from '../alteration.ts';
import { badItems } from './index.ts';

const AT_MS = 1_800_000_000_000;
const batching = profiles.filter(({ batchMax = 1 }) => batchMax > 1);

/** The request with the first event of each of three objects, and their real ids. */
function bench(profile: Profile): {
  readonly objectIds: readonly string[];
  readonly body: (alter?: string) => string;
} {
  const [lifecycle] = profile.lifecycles ?? lifecycles;
  if (lifecycle === undefined) throw new Error('no lifecycle');
  const plan = makePlan(calm, { seed: 'bad', lifecycle, profile, fixed: [] });
  const ids = realIds(plan, profile, { object: lifecycle.objectIdShape ?? '{uuid}' }, 'bad');
  const binding = { namespace: 'bad', originMs: AT_MS, ids, fixed: {} };
  const own = plan.objects
    .slice(0, 3)
    .flatMap(({ id }) => plan.events.find((one) => one.objectId === id) ?? []);
  const secrets = [profile.scheme.secretOf(Buffer.alloc(32, 1))];
  const make = requestMaker(profile, { url: 'http://r.test/', headers: {}, secrets }, binding);
  return {
    objectIds: own.map(({ objectId }) => realId(binding, objectId)),
    body: (alter) => {
      const { body } = make({
        delivery: { id: 'd1', ...(alter === undefined ? {} : { alter }) },
        events: own as unknown as readonly [WebhookEvent, ...WebhookEvent[]],
        attempt: 1,
        atMs: AT_MS,
        firstAtMs: AT_MS,
      });
      return Buffer.from(body).toString();
    },
  };
}

/** Every innermost object or list of the JSON that names the id. */
function about(json: Json, id: string): readonly string[] {
  if (json === null || typeof json !== 'object') return [];
  const inner = Object.values(json).flatMap((value: Json) => about(value, id));
  if (inner.length > 0) return inner;
  const names = Object.values(json).some((value) => typeof value !== 'object' && String(value).includes(id));
  return names ? [JSON.stringify(json)] : [];
}

describe('a bad item', () => {
  it('is sent by some provider', () => {
    expect(batching.length).toBeGreaterThanOrEqual(3);
  });

  it.each(
    batching.flatMap((profile) =>
      badItems.map((one) => [profile.id, one.spoils ?? '', profile, one.id] as const),
    ),
  )('of %s, the %s one, is bad, and the others are not', (_, position, profile, id) => {
    const { objectIds, body } = bench(profile);
    expect(objectIds).toHaveLength(3);
    const genuine = JSON.parse(body()) as Json;
    const spoilt = JSON.parse(body(id)) as Json;
    const bad = indexOfPosition(position as BatchPosition, 3);
    for (const [index, objectId] of objectIds.entries()) {
      const [before, after] = [about(genuine, objectId), about(spoilt, objectId)];
      expect(before.length).toBeGreaterThan(0);
      if (index === bad) expect(after).not.toEqual(before);
      else expect(after).toEqual(before);
    }
  });
});
