/** Requests with several events, from the plan to the verdicts: right receivers and broken ones, in memory. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../scenarios/catalogue.ts';
import { makePlan, type Scenario } from '../../scenarios/scenario.ts';
import { realId, realIds, type Binding } from '../../simulator/binding.ts';
import { VirtualClock } from '../../simulator/clock.ts';
import { History } from '../../simulator/history.ts';
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import { message } from '../../simulator/lifecycles/message.ts';
import { payment } from '../../simulator/lifecycles/payment.ts';
import type { Plan } from '../../simulator/plan.ts';
import { jsonBody, type Profile } from '../../simulator/profiles/profile.ts';
import { standardWebhooks } from '../../simulator/profiles/standard-webhooks.ts';
import { readPlay, type PlayRecord } from '../../simulator/record.ts';
import { Simulator } from '../../simulator/simulator.ts';
import type { Transport } from '../../simulator/transport/transport.ts';
import { invariants } from '../invariants/index.ts';
import { hastyClock } from './fixtures/model-play.ts';
import { clearSight } from './fixtures/play-script.ts';
import { judgePlay } from './judge.ts';
import { owedOf } from './owed.ts';

interface Item {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly id: string; readonly status: string | null; readonly version: number | null };
}

/** As much as a receiver has: one transaction, with what it has seen, done and stored. */
class Books {
  readonly seen = new Set<string>();
  readonly done: { readonly eventId: string; readonly objectId: string }[] = [];
  readonly objects = new Map<string, { status: string; version: number }>();

  apply({ id, data }: Item, owes: boolean): void {
    const { status, version } = data;
    if (status === null || version === null) throw new Error('a bad item');
    if (this.seen.has(id)) return;
    this.seen.add(id);
    if (owes) this.done.push({ eventId: id, objectId: data.id });
    if ((this.objects.get(data.id)?.version ?? 0) < version) this.objects.set(data.id, { status, version });
  }
}

type Receiver = (items: readonly Item[], books: Books, owes: (item: Item) => boolean) => number;

/** Puts bad items aside and takes the rest. */
const itemByItem: Receiver = (items, books, owes) => {
  for (const item of items)
    try {
      books.apply(item, owes(item));
    } catch {
      continue;
    }
  return 200;
};

/** Refuses a request with a bad item before anything is done. */
const asAWhole: Receiver = (items, books, owes) => {
  if (items.some((item) => item.data.status === null)) return 400;
  return itemByItem(items, books, owes);
};

const firstOnly: Receiver = (items, books, owes) => itemByItem(items.slice(0, 1), books, owes);

/** Stops at the bad item, and says that all is well. */
const stopsAtTheBadOne: Receiver = (items, books, owes) => {
  try {
    for (const item of items) books.apply(item, owes(item));
  } catch {
    return 200;
  }
  return 200;
};

/** What it did before the bad item it does again with every repeat. */
const noMemory: Receiver = (items, books, owes) => {
  for (const item of items) {
    books.seen.delete(item.id);
    try {
      books.apply(item, owes(item));
    } catch {
      return 500;
    }
  }
  return 200;
};

/** Asks once for the whole request what is known, and works on what was not. */
const asksOnce: Receiver = (items, books, owes) => {
  const known = new Set(books.seen);
  for (const item of items.filter((one) => !known.has(one.id))) {
    books.seen.delete(item.id);
    itemByItem([item], books, owes);
  }
  return 200;
};

/** One known event, and the request counts as a repeat. */
const knowsTheRequestByOne: Receiver = (items, books, owes) =>
  items.some((item) => books.seen.has(item.id)) ? 200 : itemByItem(items, books, owes);

const lastItemWins: Receiver = (items, books, owes) => {
  const status = itemByItem(items, books, owes);
  for (const { data } of items)
    if (data.status !== null && data.version !== null)
      books.objects.set(data.id, { status: data.status, version: data.version });
  return status;
};

function batching(batchMax: number): Profile {
  return {
    ...standardWebhooks,
    id: 'batching',
    batchMax,
    compose: ({ url, events }) => ({
      url,
      headers: { 'content-type': 'application/json' },
      body: jsonBody({
        events: events.map(({ id, type, occurredAt, data }) => ({ id, type, timestamp: occurredAt, data })),
      }),
    }),
  };
}

class Play {
  readonly plan: Plan;
  readonly history: History;
  readonly #books = new Books();
  readonly #binding: Binding;
  readonly #receiver: Receiver;
  readonly #profile: Profile;

  constructor(scenario: Scenario, receiver: Receiver, seed: string, batchMax: number, lifecycle = payment) {
    this.#profile = batching(batchMax);
    this.#receiver = receiver;
    this.plan = makePlan(scenario, { seed, lifecycle, profile: this.#profile, fixed: [] });
    const ids = realIds(this.plan, this.#profile, { object: '{uuid}' }, 'batches');
    this.#binding = { namespace: 'batches', originMs: 1_700_000_000_000, ids, fixed: {} };
    this.history = new History({ virtualMs: () => 0, wallMs: () => 10_000 * this.history.length });
  }

  async record(): Promise<PlayRecord> {
    const secret = standardWebhooks.scheme.secretOf(Buffer.alloc(32, 7));
    const simulator = new Simulator(
      this.plan,
      {
        profile: this.#profile,
        endpoint: { url: 'http://batches.test/', headers: {}, secrets: [secret] },
        binding: this.#binding,
        clock: new VirtualClock<unknown>(),
      },
      {
        transport: this.#transport(),
        clock: hastyClock,
        history: this.history,
        quiet: () => {
          this.#readStates();
          return Promise.resolve();
        },
        signal: new AbortController().signal,
      },
    );
    this.history.enter('storm');
    await simulator.play();
    this.history.enter('final');
    this.#readEffects();
    this.#readStates();
    return readPlay(this.plan, this.history.entries);
  }

  #transport(): Transport {
    return {
      send: ({ body }, _, events) => {
        events.sent();
        const { events: items } = JSON.parse(Buffer.from(body).toString()) as { events: Item[] };
        const { facts } = this.plan.lifecycle;
        const owes = ({ type }: Item): boolean =>
          Object.values(facts).some((rule) => rule.type === type && (rule.effects ?? []).length > 0);
        const status = this.#receiver(items, this.#books, owes);
        return Promise.resolve({ kind: 'response', status, headers: {}, body: '', latencyMs: 1 });
      },
      idle: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
  }

  #readStates(): void {
    for (const { id: objectId } of this.plan.objects) {
      const state = this.#books.objects.get(realId(this.#binding, objectId))?.status ?? null;
      const startIndex = this.history.length;
      const who = { actor: 'observer', kind: 'state', observer: 'http' } as const;
      this.history.append({ ...who, objectId, startIndex, state });
    }
  }

  #readEffects(): void {
    const labels = new Map(Object.entries(this.#binding.ids).map(([label, id]) => [id, label]));
    const kind =
      Object.values(this.plan.lifecycle.facts).flatMap((rule) => rule.effects ?? [])[0]?.kind ?? '';
    for (const { id: objectId } of this.plan.objects) {
      const effects = this.#books.done
        .filter((one) => labels.get(one.objectId) === objectId)
        .map((one) => ({ kind, eventId: labels.get(one.eventId) ?? '' }));
      const startIndex = this.history.length;
      const who = { actor: 'observer', kind: 'effects', observer: 'http' } as const;
      this.history.append({ ...who, objectId, startIndex, effects });
    }
  }
}

const batched = catalogue.filter(({ needs }) => needs.includes('batches'));
const SEEDS = ['1', '2', '3', '4'];

async function outcomes(
  id: string,
  receiver: Receiver,
  how: { readonly batchMax?: number; readonly lifecycle?: typeof payment } = {},
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const scenario = batched.find((one) => one.id === id);
  if (scenario === undefined) throw new RangeError(id);
  const { batchMax = 4, lifecycle = payment } = how;
  const found = new Map<string, Set<string>>();
  for (const seed of SEEDS) {
    const record = await new Play(scenario, receiver, seed, batchMax, lifecycle).record();
    for (const { invariant, outcome } of judgePlay(record, [clearSight(lifecycle)], invariants))
      found.set(invariant, (found.get(invariant) ?? new Set()).add(outcome));
  }
  return found;
}

function failed(found: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...found].filter(([, all]) => all.has('fail')).map(([invariant]) => invariant);
}

function passed(found: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...found].filter(([, all]) => all.has('pass')).map(([invariant]) => invariant);
}

describe('plans', () => {
  it('there are at least nine scenarios of batches, one for a bad item at each position', () => {
    expect(batched.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['first', 'middle', 'last'].map((position) => `batches/bad-item-${position}`)),
    );
    expect(batched.length).toBeGreaterThanOrEqual(9);
  });

  it.each([2, 3, 1000])('no request has more than %i events, and some have several', (batchMax) => {
    for (const scenario of batched)
      for (const seed of SEEDS) {
        const { plan } = new Play(scenario, itemByItem, seed, batchMax);
        const sizes = plan.deliveries.map(({ also = [] }) => also.length + 1);
        expect(Math.max(...sizes), scenario.id).toBeLessThanOrEqual(batchMax);
        expect(Math.max(...sizes), scenario.id).toBeGreaterThan(1);
        const events = new Set(plan.events.map((event) => event.id));
        const sent = plan.deliveries.flatMap(({ eventId, also = [] }) => [eventId, ...also]);
        expect(new Set(sent)).toEqual(events);
        const due = new Map(plan.events.map((event) => [event.id, event.occurredAtMs]));
        for (const { dueAtMs = 0, eventId, also = [] } of plan.deliveries)
          for (const id of [eventId, ...also])
            expect(dueAtMs).toBeGreaterThanOrEqual(due.get(id) ?? Infinity);
      }
  });
});

describe('a right receiver', () => {
  const cases = batched.flatMap(({ id }) =>
    [itemByItem, asAWhole].flatMap((receiver) =>
      [2, 4].map((batchMax) => [id, receiver.name || 'receiver', batchMax, receiver] as const),
    ),
  );

  it.each(cases)('%s: %s is never accused (%i per request)', async (id, _, batchMax, receiver) => {
    for (const lifecycle of [payment, message]) {
      const found = await outcomes(id, receiver, { batchMax, lifecycle });
      expect(failed(found)).toEqual([]);
      const probe = id.includes('bad-item') ? 'poison-does-not-block' : 'still-alive';
      expect(passed(found)).toContain(probe);
    }
  });

  it.each(batched.map(({ id }) => id))('%s: is called right, with witnesses', async (id) => {
    const found = passed(await outcomes(id, itemByItem));
    expect(found).toEqual(expect.arrayContaining(['single-effect', 'no-loss', 'final-state']));
  });
});

describe('a broken receiver', () => {
  it('that reads the first item only loses the others', async () => {
    expect(failed(await outcomes('batches/several-objects', firstOnly))).toContain('no-loss');
    expect(failed(await outcomes('batches/facts-in-order', firstOnly))).toContain('final-state');
  });

  it.each(['batches/bad-item-first', 'batches/bad-item-middle'])(
    'that stops at a bad item and answers 200 loses what is behind it: %s',
    async (id) => {
      expect(failed(await outcomes(id, stopsAtTheBadOne))).toContain('no-loss');
      expect(failed(await outcomes('batches/bad-item-last', stopsAtTheBadOne))).toEqual([]);
    },
  );

  it('that fails at a bad item does what is before it again', async () => {
    expect(failed(await outcomes('batches/bad-item-last', noMemory))).toContain('single-effect');
    expect(failed(await outcomes('batches/bad-item-first', noMemory))).not.toContain('single-effect');
  });

  it('that asks once for a whole request handles an event twice', async () => {
    expect(failed(await outcomes('batches/same-event-twice', asksOnce))).toContain('single-effect');
    expect(failed(await outcomes('batches/lost-200', asksOnce))).toEqual([]);
  });

  it('that has no memory handles a whole request twice', async () => {
    expect(failed(await outcomes('batches/lost-200', noMemory))).toContain('single-effect');
  });

  it('that takes a request for a repeat because of one event loses the others', async () => {
    expect(failed(await outcomes('batches/other-company', knowsTheRequestByOne))).toContain('no-loss');
  });

  it('that lets the last item win goes back', async () => {
    expect(failed(await outcomes('batches/facts-reversed', lastItemWins))).toContain('final-state');
    expect(failed(await outcomes('batches/facts-in-order', lastItemWins))).toEqual([]);
  });
});

describe('what is owed to the good items beside a bad one', () => {
  const owed = async (receiver: Receiver): Promise<readonly string[]> => {
    const scenario = batched.find(({ id }) => id === 'batches/bad-item-middle') as Scenario;
    const record = await new Play(scenario, receiver, '1', 4).record();
    const beside = [...record.attempts, ...record.unusual].filter((attempt) => attempt.beside !== undefined);
    expect(beside.length).toBeGreaterThan(0);
    expect(record.poison.every((attempt) => attempt.altered === 'bad-item-middle')).toBe(true);
    const all = beside.flatMap(({ fact }) =>
      (factRule(payment, fact.fact).effects ?? []).map((effect) => {
        const { min, max } = owedOf(record, fact, effect);
        return `${min} to ${max}`;
      }),
    );
    return [...new Set(all)];
  };

  it('is exactly one where the request was acknowledged, 0 to 1 where it was refused as a whole', async () => {
    expect(await owed(itemByItem)).toEqual(['1 to 1']);
    expect(await owed(asAWhole)).toEqual(['0 to 1']);
  });
});
