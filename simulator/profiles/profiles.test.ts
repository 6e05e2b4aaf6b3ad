/** What every profile must be, and what lives in its requests. */
import { describe, expect, it } from 'vitest';
import { makePlan } from '../../scenarios/scenario.ts';
import { realIds, type Binding } from '../binding.ts';
import { effectKinds, timesOwed, walks, type Lifecycle } from '../lifecycles/lifecycle.ts';
import { lastFactMs, type Plan } from '../plan.ts';
import { requestMaker, type RequestMaker } from '../request.ts';
import { profiles } from './index.ts';
import type { Profile } from './profile.ts';

const AT_MS = Date.UTC(2026, 10, 30, 12);

const lives = profiles.flatMap((profile) =>
  (profile.lifecycles ?? []).map((lifecycle) => ({ id: profile.id, of: lifecycle.id, profile, lifecycle })),
);

function planOf(profile: Profile, lifecycle: Lifecycle): Plan {
  const scenario = { id: 't', title: '', because: '', requirement: 'must', hazards: [], needs: [] } as const;
  const every = walks(lifecycle);
  return makePlan(
    {
      ...scenario,
      draft: (draft) => {
        for (const walk of every) draft.deliverInOrder(draft.object(walk));
      },
    },
    { seed: 's', lifecycle, profile, fixed: [] },
  );
}

function makerOf(profile: Profile, plan: Plan): { readonly make: RequestMaker; readonly binding: Binding } {
  const binding = {
    namespace: 'n',
    originMs: AT_MS - lastFactMs(plan),
    ids: realIds(plan, profile, { object: plan.lifecycle.objectIdShape ?? 'obj_{base62:16}' }, 'n'),
    fixed: {},
  };
  const secrets = [profile.scheme.secretOf(Buffer.alloc(32, 7))];
  const endpoint = { url: 'http://127.0.0.1:3000/hook?tenant=7', headers: {}, secrets };
  return { make: requestMaker(profile, endpoint, binding), binding };
}

it('every profile has an id of its own, and counts some 2xx as taken and nothing else', () => {
  expect(new Set(profiles.map((profile) => profile.id)).size).toBe(profiles.length);
  for (const profile of profiles) {
    const taken = Array.from({ length: 500 }, (_, index) => index + 100).filter((status) =>
      profile.isSuccess(status),
    );
    expect(taken.length, profile.id).toBeGreaterThan(0);
    expect(taken.filter((status) => status < 200 || status > 299)).toEqual([]);
  }
});

it('a lifecycle id means one thing', () => {
  const byId = new Map(lives.map(({ lifecycle }) => [lifecycle.id, lifecycle]));
  for (const { lifecycle } of lives) expect(byId.get(lifecycle.id)).toBe(lifecycle);
});

describe.each(lives)('$id: $of', ({ profile, lifecycle }) => {
  const plan = planOf(profile, lifecycle);

  it('is plain data that speaks of its own facts, all of which can happen', () => {
    expect(JSON.parse(JSON.stringify(lifecycle))).toEqual(lifecycle);
    const names = Object.keys(lifecycle.facts);
    for (const [fact, followers] of Object.entries(lifecycle.next))
      for (const name of [fact, ...followers]) expect(names).toContain(name);
    expect(new Set(walks(lifecycle).flat())).toEqual(new Set(names));
  });

  it('has an object with one effect of each kind, so that observers can be tested', () => {
    for (const kind of effectKinds(lifecycle)) {
      const counts = walks(lifecycle).map(
        (walk) => walk.filter((fact) => timesOwed(lifecycle, fact, kind) > 0).length,
      );
      expect(counts).toContain(1);
    }
  });

  it('every request names its object, and leaves nothing of ours in it', () => {
    const { make, binding } = makerOf(profile, plan);
    for (const event of plan.events) {
      const { url, headers, body } = make({
        delivery: { id: 'd1' },
        events: [event],
        attempt: 1,
        atMs: AT_MS,
        firstAtMs: AT_MS,
      });
      const all = [url, JSON.stringify(headers), Buffer.from(body).toString()].join('\n');
      const id = binding.ids[event.objectId] ?? '';
      expect(
        [id, encodeURIComponent(id)].some((text) => all.includes(text)),
        all,
      ).toBe(true);
      expect(all).not.toMatch(/unsent_|\{\{|\{(?:objectId|status|amount|canary|occurredAt|createdAt)\b/);
    }
  });

  it('the same attempt is the same body to the same URL', () => {
    const attempt = { delivery: { id: 'd1' }, attempt: 2, atMs: AT_MS, firstAtMs: AT_MS - 60_000 } as const;
    for (const event of plan.events) {
      const [one, other] = [makerOf(profile, plan), makerOf(profile, plan)].map(({ make }) =>
        make({ ...attempt, events: [event], before: { kind: 'timed-out' } }),
      );
      expect([one?.url, Buffer.from(one?.body ?? '')]).toEqual([other?.url, Buffer.from(other?.body ?? '')]);
    }
  });
});
