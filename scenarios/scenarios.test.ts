/** What every plan must be, whatever the scenario, the lifecycle and the seed. */
import { describe, expect, it } from 'vitest';
import type { Fault } from '../simulator/faults/fault.ts';
import { faultKind } from '../simulator/faults/index.ts';
import { hazards } from '../simulator/hazards/index.ts';
import { lifecycles } from '../simulator/lifecycles/index.ts';
import { walks, type Lifecycle } from '../simulator/lifecycles/lifecycle.ts';
import { message } from '../simulator/lifecycles/message.ts';
import { payment } from '../simulator/lifecycles/payment.ts';
import { serializePlan, type Plan } from '../simulator/plan.ts';
import { standardWebhooks } from '../simulator/profiles/standard-webhooks.ts';
import { areTied, factsOf } from '../simulator/truth.ts';
import { catalogue } from './catalogue.ts';
import { makePlan, type Scenario } from './scenario.ts';

const SEEDS = Array.from({ length: 12 }, (_, index) => `seed~${index}`);

/** One fact and no more: the least that a user may have. */
const single: Lifecycle = {
  id: 'single',
  title: 'A form that is sent in',
  facts: { submitted: { type: 'form.submitted', state: 'submitted', effects: [{ kind: 'mail' }] } },
  start: ['submitted'],
  next: {},
  payload: { form: '{objectId}', amount: '{amount}', at: '{occurredAt}', tenant: '{fixed.tenant}' },
};

function planOf(scenario: Scenario, lifecycle: Lifecycle, seed: string): Plan {
  return makePlan(scenario, { seed, lifecycle, profile: standardWebhooks, fixed: [] });
}

const cases = catalogue.flatMap((scenario) =>
  [...lifecycles, single].map((lifecycle) => ({
    id: scenario.id,
    lifecycle: lifecycle.id,
    scenario,
    of: lifecycle,
  })),
);

function deliveriesOf(fault: Fault): readonly string[] {
  return 'deliveryIds' in fault ? fault.deliveryIds : [];
}

describe.each(cases)('$id for a $lifecycle', ({ scenario, of }) => {
  const plans = SEEDS.map((seed) => planOf(scenario, of, seed));

  it('is the same plan for the same seed, and another one for another', () => {
    for (const [index, seed] of SEEDS.entries())
      expect(serializePlan(planOf(scenario, of, seed))).toBe(serializePlan(plans[index] as Plan));
    const bodies = new Set(plans.map((plan) => serializePlan({ ...plan, seed: '' })));
    expect(bodies.size).toBe(SEEDS.length);
  });

  it('survives JSON', () => {
    for (const plan of plans) {
      const text = serializePlan(plan);
      expect(JSON.parse(text)).toEqual(plan);
      expect(serializePlan(JSON.parse(text) as Plan)).toBe(text);
    }
  });

  it('labels are unique and all resolve', () => {
    for (const plan of plans) {
      const ids = (things: readonly { readonly id: string }[]): ReadonlySet<string> => {
        const set = new Set(things.map((thing) => thing.id));
        expect(set.size).toBe(things.length);
        return set;
      };
      const [objects, facts, events] = [ids(plan.objects), ids(plan.facts), ids(plan.events)];
      const deliveries = ids(plan.deliveries);
      const byId = new Map(plan.facts.map((fact) => [fact.id, fact]));
      const announced = plan.events.filter((event) => {
        const fact = byId.get(event.factId);
        return (
          fact?.objectId === event.objectId &&
          fact.fact === event.fact &&
          fact.occurredAtMs === event.occurredAtMs &&
          of.facts[event.fact]?.type === event.type
        );
      });
      expect(announced).toHaveLength(plan.events.length);
      const inPayloads = JSON.stringify(plan.events).matchAll(/(?<=\{\{)[of]\d+(?=\}\})/g);
      const inSteps = plan.steps.flatMap(({ when, do: fault }) => [
        ...(when.kind === 'attempt' ? [when.deliveryId] : []),
        ...deliveriesOf(fault),
      ]);
      const tied = plan.steps.flatMap(({ do: fault }) => ('factIds' in fault ? fault.factIds : []));
      const stray = [
        ...plan.facts.map((fact) => fact.objectId).filter((id) => !objects.has(id)),
        ...plan.deliveries.map((delivery) => delivery.eventId).filter((id) => !events.has(id)),
        ...inSteps.filter((id) => !deliveries.has(id)),
        ...tied.filter((id) => !facts.has(id)),
        ...[...inPayloads].map(([label]) => label).filter((id) => !objects.has(id)),
      ];
      expect(stray).toEqual([]);
    }
  });

  it('every event is delivered: at its time, or set free by exactly one step', () => {
    for (const plan of plans) {
      const freed = plan.steps.flatMap((step) => faultKind(step.do).release?.(step.do).deliveryIds ?? []);
      expect(new Set(freed).size).toBe(freed.length);
      const unscheduled = plan.deliveries.filter((delivery) => delivery.dueAtMs === undefined);
      expect([...freed].sort()).toEqual(unscheduled.map((delivery) => delivery.id).sort());
      const delivered = new Set(plan.deliveries.map((delivery) => delivery.eventId));
      expect(delivered.size).toBe(plan.events.length);
    }
  });

  it('objects live legal lives, facts at least 2 s apart unless they are tied', () => {
    const legal = new Set(walks(of).map((walk) => walk.join()));
    for (const plan of plans) {
      const tied = plan.steps.flatMap((step) => (step.do.kind === 'equal-timestamps' ? step.do.factIds : []));
      for (const object of plan.objects) {
        const facts = factsOf(plan, object.id);
        expect(legal).toContain(facts.map((fact) => fact.fact).join());
        expect(facts.map((fact) => fact.version)).toEqual(facts.map((_, index) => index + 1));
        for (const [position, fact] of facts.slice(1).entries()) {
          const before = facts[position] as typeof fact;
          if (areTied(plan, before, fact)) expect(tied).toEqual(expect.arrayContaining([before.id, fact.id]));
          else expect(fact.occurredAtMs - before.occurredAtMs).toBeGreaterThanOrEqual(2000);
        }
      }
    }
  });

  it('nothing is due before its fact, and no fact before the origin', () => {
    for (const plan of plans) {
      const facts = new Map(plan.facts.map((fact) => [fact.id, fact.occurredAtMs]));
      const events = new Map(plan.events.map((event) => [event.id, facts.get(event.factId) ?? Number.NaN]));
      const factOf = new Map(
        plan.deliveries.map(({ id, eventId }) => [id, events.get(eventId) ?? Number.NaN]),
      );
      const due = [
        ...plan.deliveries.flatMap(({ id, dueAtMs }) =>
          dueAtMs === undefined ? [] : [{ id, atMs: dueAtMs }],
        ),
        ...plan.steps.flatMap(({ when, do: fault }) =>
          when.kind === 'virtual-time' ? deliveriesOf(fault).map((id) => ({ id, atMs: when.atMs })) : [],
        ),
      ];
      expect(due.filter(({ id, atMs }) => !(atMs >= (factOf.get(id) ?? Number.NaN)))).toEqual([]);
      expect(plan.facts.filter((fact) => fact.occurredAtMs < 0)).toEqual([]);
    }
  });

  it('ends with exactly one probe, alone and after everything else', () => {
    for (const plan of plans) {
      const probes = plan.objects.filter((object) => object.probe === true);
      expect(probes).toEqual([plan.objects.at(-1)]);
      const events = plan.events.filter((event) => event.objectId === probes[0]?.id);
      expect(events).toHaveLength(1);
      const own = plan.deliveries.filter((delivery) => delivery.eventId === events[0]?.id);
      expect(own).toEqual([plan.deliveries.at(-1)]);
      const dueAtMs = own[0]?.dueAtMs ?? 0;
      expect(plan.deliveries.slice(0, -1).filter((other) => (other.dueAtMs ?? 0) >= dueAtMs)).toEqual([]);
      for (const { when, do: fault } of plan.steps) {
        if (when.kind === 'virtual-time') expect(when.atMs).toBeLessThan(dueAtMs);
        else if (when.kind === 'attempt') expect(when.deliveryId).not.toBe(own[0]?.id);
        else expect(when.objectId).not.toBe(probes[0]?.id);
        expect(deliveriesOf(fault)).not.toContain(own[0]?.id);
      }
    }
  });

  it('says where it is from and what it is for', () => {
    for (const [index, plan] of plans.entries()) {
      expect(plan).toMatchObject({
        planVersion: 1,
        seed: SEEDS[index],
        profile: 'standard-webhooks',
        lifecycle: of,
      });
      const { id, title, requirement, needs } = scenario;
      expect(plan.scenario).toEqual({ id, title, requirement, needs, hazards: scenario.hazards });
      for (const hazard of plan.scenario.hazards) expect(hazards.map((one) => one.id)).toContain(hazard);
    }
  });

  it('knows neither the date nor a namespace', () => {
    const year = new Date().getUTCFullYear();
    for (const plan of plans) {
      const { lifecycle: _, retryPolicy: __, ...own } = plan;
      const text = JSON.stringify(own);
      expect(text).not.toContain(`${year}-`);
      expect(text).not.toMatch(/\b1[5-9]\d{11}\b|\b20\d\d-\d\d-\d\d\b/);
      expect(text).not.toMatch(/namespace|whsec_|127\.0\.0\.1/);
    }
  });
});

/** Objects per race of a plan, with the positions of the raced facts in the order of their last bytes. */
function races(
  plan: Plan,
): readonly { readonly objects: ReadonlySet<string>; readonly versions: readonly number[] }[] {
  return plan.steps.flatMap(({ do: fault }) => {
    if (fault.kind !== 'race') return [];
    const facts = fault.deliveryIds.map((id) => {
      const delivery = plan.deliveries.find((one) => one.id === id);
      const event = plan.events.find((one) => one.id === delivery?.eventId);
      return plan.facts.find((one) => one.id === event?.factId);
    });
    return [
      {
        objects: new Set(facts.map((fact) => fact?.objectId ?? '')),
        versions: facts.map((fact) => fact?.version ?? 0),
      },
    ];
  });
}

function scenarioOf(id: string): Scenario {
  const scenario = catalogue.find((one) => one.id === id);
  if (scenario === undefined) throw new RangeError(id);
  return scenario;
}

describe.each(lifecycles.map((lifecycle) => [lifecycle.id, lifecycle] as const))(
  'races of a %s',
  (_, lifecycle) => {
    it.each(SEEDS.slice(0, 5))(
      'duplicates/concurrent: 30 objects and more, two or three copies of one event (%s)',
      (seed) => {
        const all = races(planOf(scenarioOf('duplicates/concurrent'), lifecycle, seed));
        expect(new Set(all.flatMap((race) => [...race.objects])).size).toBeGreaterThanOrEqual(30);
        for (const race of all) {
          expect(race.objects.size).toBe(1);
          expect(new Set(race.versions).size).toBe(1);
          expect([2, 3]).toContain(race.versions.length);
        }
        expect(all.some((race) => race.versions.length === 3)).toBe(true);
      },
    );

    it.each(SEEDS.slice(0, 5))(
      'order/concurrent: 30 objects and more, two facts that follow each other, in both orders (%s)',
      (seed) => {
        const all = races(planOf(scenarioOf('order/concurrent'), lifecycle, seed));
        expect(new Set(all.flatMap((race) => [...race.objects])).size).toBeGreaterThanOrEqual(30);
        const steps = all.map((race) => (race.versions[1] ?? 0) - (race.versions[0] ?? 0));
        for (const race of all) expect([race.objects.size, race.versions.length]).toEqual([1, 2]);
        expect(new Set(steps)).toEqual(new Set([1, -1]));
        // Both orders where the object is new, and both where it is known.
        for (const isNew of [true, false]) {
          const some = all.filter((race) => race.versions.includes(1) === isNew || lifecycle === message);
          expect(
            new Set(some.map((race) => Math.sign((race.versions[1] ?? 0) - (race.versions[0] ?? 0)))),
          ).toEqual(new Set([1, -1]));
        }
      },
    );

    it.each(SEEDS.slice(0, 5))(
      'order/same-instant: ties in both orders of arrival, and no version that tells (%s)',
      (seed) => {
        const plan = planOf(scenarioOf('order/same-instant'), lifecycle, seed);
        const orders = plan.steps.flatMap(({ do: fault }) => {
          if (fault.kind !== 'equal-timestamps') return [];
          const [left, right] = fault.factIds.map((id) => plan.facts.find((fact) => fact.id === id));
          if (left === undefined || right === undefined) throw new Error('a tie of two facts');
          expect(areTied(plan, left, right)).toBe(true);
          const released = plan.steps.flatMap((step) =>
            step.do.kind === 'reorder' ? [{ at: step.when, ids: step.do.deliveryIds }] : [],
          );
          const at = (factId: string): number => {
            const event = plan.events.find((one) => one.factId === factId);
            const delivery = plan.deliveries.find((one) => one.eventId === event?.id);
            const step = released.find((one) => one.ids.includes(delivery?.id ?? ''));
            return step?.at.kind === 'virtual-time' ? step.at.atMs : Number.NaN;
          };
          return [at(left.id) < at(right.id)];
        });
        expect(new Set(orders)).toEqual(new Set([true, false]));
      },
    );
  },
);

describe('payloads', () => {
  it('have the state, the version, one amount per object and the id of their object', () => {
    const plan = planOf(scenarioOf('baseline/calm'), payment, 's');
    for (const event of plan.events) {
      const fact = plan.facts.find((one) => one.id === event.factId);
      expect(event.payload).toMatchObject({
        id: `{{${event.objectId}}}`,
        status: payment.facts[event.fact]?.state,
        version: fact?.version,
        currency: 'EUR',
      });
      const same = plan.events.filter((one) => one.objectId === event.objectId);
      expect(new Set(same.map((one) => one.payload['amount'])).size).toBe(1);
    }
  });

  it('keep for the run what belongs to the run', () => {
    const plan = planOf(scenarioOf('baseline/calm'), single, 's');
    for (const event of plan.events)
      expect(event.payload).toEqual({
        form: `{{${event.objectId}}}`,
        amount: expect.any(Number) as number,
        at: `{{at:${event.occurredAtMs}}}`,
        tenant: '{{fixed.tenant}}',
      });
  });

  it('a fact may lay its own fields over them', () => {
    const own: Lifecycle = {
      ...single,
      facts: {
        submitted: { type: 'form.submitted', state: 'in', payload: { status: 'got {status}', at: null } },
      },
    };
    const [event] = planOf(scenarioOf('baseline/calm'), own, 's').events;
    expect(event?.payload).toMatchObject({ status: 'got in', at: null });
  });
});

describe('the timeout of a plan', () => {
  it("is the profile's, or the user's", () => {
    const context = { seed: 's', lifecycle: payment, profile: standardWebhooks, fixed: ['customer'] };
    const scenario = scenarioOf('baseline/calm');
    expect(makePlan(scenario, context)).toMatchObject({
      timeoutMs: 15_000,
      timeoutBasis: 'documented',
      fixed: ['customer'],
    });
    expect(makePlan(scenario, { ...context, timeoutMs: 700 }).timeoutMs).toBe(700);
  });
});
