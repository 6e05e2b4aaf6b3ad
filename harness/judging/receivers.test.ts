/** Every scenario against models of receivers: a right one is never called wrong, and a broken one is not called right. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../reports/run-report.ts';
import { catalogue as everything } from '../../scenarios/catalogue.ts';
import { makePlan, type Scenario } from '../../scenarios/scenario.ts';
import type { Alteration } from '../../simulator/alterations/alteration.ts';
import { alterations } from '../../simulator/alterations/index.ts';
import type { Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import { credit } from '../../simulator/lifecycles/credit.ts';
import { lifecycles } from '../../simulator/lifecycles/index.ts';
import { order } from '../../simulator/lifecycles/order.ts';
import { payment } from '../../simulator/lifecycles/payment.ts';
import { subscription } from '../../simulator/lifecycles/subscription.ts';
import { PROFILE_CAPABILITIES } from '../../simulator/profiles/capabilities.ts';
import { seededRandom } from '../../simulator/random.ts';
import { invariants } from '../invariants/index.ts';
import { paymentWhen, switching } from './fixtures/lifecycles.ts';
import { MODEL_CAPABILITIES, modelProfile, ModelPlay } from './fixtures/model-play.ts';
import { RIGHT, type Habits } from './fixtures/model-receiver.ts';
import { clearSight } from './fixtures/play-script.ts';
import { judgePlay } from './judge.ts';

async function verdicts(
  scenario: Scenario,
  lifecycle: Lifecycle,
  habits: Habits,
  seed: string,
): Promise<readonly Verdict[]> {
  const plan = makePlan(scenario, { seed, lifecycle, profile: modelProfile, fixed: [] });
  const play = new ModelPlay(plan, habits, seededRandom(`model/${seed}`));
  return judgePlay(await play.toTheEnd(), [clearSight(lifecycle)], invariants);
}

/** What the models' provider can play. */
const catalogue = everything.filter(({ needs }) =>
  needs.every((need) => MODEL_CAPABILITIES.includes(need) || !(need in PROFILE_CAPABILITIES)),
);

function scenarioOf(id: string): Scenario {
  const scenario = catalogue.find((one) => one.id === id);
  if (scenario === undefined) throw new RangeError(id);
  return scenario;
}

const signedHabits: fc.Arbitrary<Habits> = fc.record({
  dedupe: fc.constant('at-commit' as const),
  order: fc.constant('newest' as const),
  refusesBesides: fc.boolean(),
  needsParent: fc.boolean(),
  asks: fc.boolean(),
  cancels: fc.boolean(),
  refuses: fc.constantFrom(0, 0.1, 0.4),
  loses: fc.constant(0),
  refusesRepeats: fc.constant(false),
  slowness: fc.constantFrom(0, 3, 12, 40),
  sums: fc.constant('once' as const),
  fields: fc.constant('newest' as const),
  paidAt: fc.constant('event' as const),
  datesLate: fc.boolean(),
  entitles: fc.constant('by-all-objects' as const),
  trusts: fc.constant('signed' as const),
  refusal: fc.constantFrom('clear' as const, 'silent' as const),
  batches: fc.constantFrom('whole' as const, 'each' as const),
  unknownTypes: fc.constant('ignored' as const),
  blocks: fc.constant(false),
});
/** Who asks the provider may believe anyone; who answers 200 to everything must not drop the good with the bad. */
const rightHabits: fc.Arbitrary<Habits> = fc.tuple(signedHabits, fc.boolean()).map(([habits, trusting]) => ({
  ...habits,
  ...(habits.asks && trusting ? { trusts: 'anyone' as const } : {}),
  ...(habits.refusal === 'silent' ? { batches: 'each' as const } : {}),
}));

const anyLifecycle = fc.constantFrom(
  ...lifecycles,
  paymentWhen('always'),
  paymentWhen('ifCurrent'),
  switching,
);

/** Plays in which something is forged, odd or indigestible: there are many, and much alike. */
function isAltered({ hazards }: Scenario): boolean {
  return ['forgery-arrived', 'oddity-arrived', 'poison-arrived'].some((hazard) => hazards.includes(hazard));
}

function isPlayed({ group, id }: Alteration): boolean {
  return catalogue.some((scenario) => scenario.id === `${group}/${id}`);
}

/** Set to look longer than every change can wait: `LOST200_MODEL_PLAYS=1000 npx vitest run harness/judging`. */
const PLAYS = Number(process.env['LOST200_MODEL_PLAYS'] ?? 25);

/** Failed, or undecided for any other reason than the one that a right receiver may give. */
function isWrong(verdict: Verdict): boolean {
  if (verdict.outcome === 'unknown') return verdict.because.code !== 'needs-real-gaps';
  return verdict.outcome === 'fail';
}

describe('a right receiver', () => {
  it.each(catalogue.map((scenario) => [scenario.id, scenario] as const))(
    'is never called wrong: %s',
    { timeout: 600_000 },
    async (_, scenario) => {
      const seeds = fc.string({ maxLength: 4 });
      const property = fc.asyncProperty(seeds, anyLifecycle, rightHabits, async (seed, lifecycle, habits) => {
        expect((await verdicts(scenario, lifecycle, habits, seed)).filter(isWrong)).toEqual([]);
      });
      const numRuns = isAltered(scenario) ? Math.ceil(PLAYS / 5) : PLAYS;
      await fc.assert(property, { numRuns, ...(PLAYS > 25 ? {} : { seed: 200 }) });
    },
  );

  it('is called right wherever something was at stake', async () => {
    const passed = new Set<string>();
    for (const scenario of catalogue)
      for (const verdict of await verdicts(scenario, payment, RIGHT, 'calm seas'))
        if (verdict.outcome === 'pass' && verdict.witnesses > 0) passed.add(verdict.case);
    for (const scenario of catalogue.filter((one) => one.needs.length === 0 && !isAltered(one)))
      for (const invariant of ['final-state', 'no-regression', 'delivery-completes', 'still-alive'])
        expect(passed).toContain(`${scenario.id}#${invariant}`);
    for (const id of ['acks/lost-200', 'duplicates/sequential', 'replay/same-id', 'mixed/storm'])
      for (const invariant of ['single-effect', 'no-loss', 'duplicates-acknowledged'])
        expect(passed).toContain(`${id}#${invariant}`);
    for (const { kind, id, group, tolerates } of alterations.filter((one) => isPlayed(one))) {
      const invariants = {
        forgery: ['forged-has-no-effect', 'rejects-clearly'],
        oddity: [tolerates === undefined ? 'genuine-is-accepted' : 'unknown-is-tolerated'],
        poison: [
          'poison-does-not-block',
          tolerates === undefined ? 'rejects-clearly' : 'unknown-is-tolerated',
        ],
      }[kind];
      for (const invariant of invariants) expect(passed).toContain(`${group}/${id}#${invariant}`);
    }
  });
});

describe('a broken receiver', () => {
  const SEEDS = ['1', '2', '3'];
  const failed = async (habits: Partial<Habits>, id: string): Promise<ReadonlySet<string>> => {
    const all = await Promise.all(
      SEEDS.map((seed) => verdicts(scenarioOf(id), payment, { ...RIGHT, ...habits }, seed)),
    );
    const fails = all.flat().filter((verdict) => verdict.outcome === 'fail');
    return new Set(fails.map((verdict) => verdict.invariant));
  };

  it.each([
    'acks/lost-200',
    'acks/give-up-while-working',
    'acks/client-disconnects',
    'duplicates/sequential',
    'duplicates/concurrent',
    'duplicates/after-schedule',
    'replay/same-id',
    'mixed/storm',
  ])('that notices no repeats doubles effects: %s', async (id) => {
    expect(await failed({ dedupe: 'never' }, id)).toContain('single-effect');
  });

  it.each(['baseline/calm', 'order/reversed', 'order/concurrent', 'retries/outage'])(
    'and is found out only where there are repeats: not in %s',
    async (id) => {
      expect(await failed({ dedupe: 'never' }, id)).toEqual(new Set());
    },
  );

  it.each(['duplicates/concurrent', 'acks/give-up-while-working'])(
    'that looks before the work and not at its end doubles effects in a race: %s',
    async (id) => {
      expect(await failed({ dedupe: 'at-start', slowness: 200 }, id)).toEqual(new Set(['single-effect']));
    },
  );

  it.each(['duplicates/sequential', 'acks/lost-200', 'replay/same-id'])('but not in %s', async (id) => {
    expect(await failed({ dedupe: 'at-start' }, id)).toEqual(new Set());
  });

  it.each(['order/reversed', 'order/late-straggler', 'order/concurrent'])(
    'that lets the last arrival win ends up in old states: %s',
    async (id) => {
      expect(await failed({ order: 'arrival' }, id)).toContain('final-state');
    },
  );

  it.each(['order/reversed', 'order/late-straggler'])('and is seen going back: %s', async (id) => {
    expect(await failed({ order: 'arrival' }, id)).toContain('no-regression');
  });

  it.each(['baseline/calm', 'duplicates/sequential', 'order/same-instant'])(
    'but not where order says nothing: %s',
    async (id) => {
      expect(await failed({ order: 'arrival' }, id)).toEqual(new Set());
    },
  );

  it.each(['baseline/calm', 'acks/lost-200', 'retries/outage', 'mixed/storm'])(
    'that loses effects after its 200 loses facts: %s',
    async (id) => {
      expect(await failed({ loses: 0.5 }, id)).toEqual(new Set(['no-loss']));
    },
  );

  it.each(['acks/lost-200', 'duplicates/sequential', 'replay/same-id', 'duplicates/concurrent'])(
    'that calls every repeat a conflict runs deliveries out of their schedule: %s',
    async (id) => {
      const fails = await failed({ refusesRepeats: true }, id);
      expect(fails).toContain('duplicates-acknowledged');
      expect(fails).not.toContain('single-effect');
    },
  );

  const failedFor = async (
    lifecycle: Lifecycle,
    habits: Partial<Habits>,
    id: string,
  ): Promise<ReadonlySet<string>> => {
    const all = await Promise.all(
      SEEDS.map((seed) => verdicts(scenarioOf(id), lifecycle, { ...RIGHT, ...habits }, seed)),
    );
    const fails = all.flat().filter((verdict) => verdict.outcome === 'fail');
    return new Set(fails.map((verdict) => verdict.invariant));
  };

  it.each(['duplicates/sequential', 'duplicates/concurrent', 'acks/lost-200', 'replay/same-id'])(
    'that adds up at every delivery has wrong sums: %s',
    async (id) => {
      expect(await failedFor(credit, { sums: 'every-delivery' }, id)).toEqual(new Set(['values-add-up']));
    },
  );

  it.each(['order/reversed', 'order/late-straggler', 'duplicates/after-schedule'])(
    'that takes fields from whatever arrives last has old ones: %s',
    async (id) => {
      expect(await failedFor(subscription, { fields: 'arrival' }, id)).toEqual(new Set(['latest-values']));
      expect(await failedFor(order, { fields: 'arrival' }, id)).toEqual(new Set(['latest-values']));
    },
  );

  it('that dates by its own clock is wrong in any weather', async () => {
    expect(await failedFor(order, { paidAt: 'own-clock' }, 'baseline/calm')).toEqual(
      new Set(['latest-values']),
    );
  });

  it.each(['order/two-objects-of-an-owner', 'order/two-generations'])(
    'that lets the last event write one flag locks an owner out: %s',
    async (id) => {
      expect(await failedFor(subscription, { entitles: 'by-last-event' }, id)).toEqual(
        new Set(['owner-is-entitled']),
      );
    },
  );

  it.each(['baseline/calm', 'duplicates/sequential'])('but not where an owner has one: %s', async (id) => {
    expect(await failedFor(subscription, { entitles: 'by-last-event' }, id)).toEqual(new Set());
  });
});

describe('a receiver that is broken where trust is at stake', () => {
  const failed = async (habits: Partial<Habits>, id: string): Promise<readonly string[]> => {
    const all = await Promise.all(
      ['1', '2'].map((seed) => verdicts(scenarioOf(id), payment, { ...RIGHT, ...habits }, seed)),
    );
    const fails = all.flat().filter((verdict) => verdict.outcome === 'fail');
    return [...new Set(fails.map((verdict) => verdict.invariant))].sort();
  };

  it.each(['forged/wrong-secret', 'forged/no-signature', 'forged/stale', 'forged/other-scheme'])(
    'believes anyone: one invariant says so, and no other: %s',
    async (id) => {
      expect(await failed({ trusts: 'anyone' }, id)).toEqual(['forged-has-no-effect']);
    },
  );

  it('does what a captured request under another id says', async () => {
    expect(await failed({ trusts: 'anyone', dedupe: 'never' }, 'forged/replayed-new-id')).toEqual([
      'forged-has-no-effect',
    ]);
  });

  it('notes the ids of forged requests, and loses the genuine events', async () => {
    const fails = await failed({ trusts: 'signed-after-noting' }, 'forged/wrong-secret');
    expect(fails).toContain('no-loss');
    expect(fails).not.toContain('forged-has-no-effect');
  });

  it.each(['forged/wrong-secret', 'poison/malformed-json'])('answers 500: %s', async (id) => {
    expect(await failed({ refusal: 'error' }, id)).toEqual(['rejects-clearly']);
  });

  it('answers nothing but 503 after what it cannot digest', async () => {
    expect(await failed({ blocks: true }, 'poison/malformed-json')).toEqual([
      'poison-does-not-block',
      'rejects-clearly',
    ]);
  });

  it('refuses types that it does not know', async () => {
    expect(await failed({ unknownTypes: 'refused' }, 'poison/unknown-event-type')).toEqual([
      'unknown-is-tolerated',
    ]);
  });

  it('believes anyone, and is found out only where something is forged', async () => {
    expect(await failed({ trusts: 'anyone' }, 'duplicates/sequential')).toEqual([]);
  });
});

describe('values', () => {
  it.each([
    [credit, 'duplicates/sequential', 'values-add-up'],
    [credit, 'order/concurrent', 'values-add-up'],
    [order, 'order/reversed', 'latest-values'],
    [subscription, 'order/late-straggler', 'latest-values'],
    [subscription, 'order/two-generations', 'owner-is-entitled'],
    [subscription, 'order/after-the-end', 'owner-is-entitled'],
    [order, 'duplicates/two-events-of-one-fact', 'single-effect'],
  ] as const)('of a right receiver of a $id pass with witnesses: %s %s', async (lifecycle, id, invariant) => {
    const all = await verdicts(scenarioOf(id), lifecycle, RIGHT, 'calm seas');
    const verdict = all.find((one) => one.invariant === invariant);
    expect(verdict).toMatchObject({ outcome: 'pass' });
    expect(verdict?.witnesses).toBeGreaterThan(0);
  });

  it('are skipped where the lifecycle has none', async () => {
    const all = await verdicts(scenarioOf('baseline/calm'), payment, RIGHT, 's');
    const verdict = all.find((one) => one.invariant === 'latest-values');
    expect(verdict).toMatchObject({ outcome: 'skipped', because: { code: 'no-such-value' } });
  });
});
