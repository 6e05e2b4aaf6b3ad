/** What is learnt of receivers of many designs: every one is played in miniature, then looked at. */
import { describe, expect, it } from 'vitest';
import type { SeenEffect } from '../../../simulator/history.ts';
import type { Learned, Sample } from '../observer.ts';
import type { Cells, Table } from './driver.ts';
import { learnTables, type Background } from './learn.ts';

type Fact = Sample['facts'][number];
type Rows = Readonly<Record<string, readonly Cells[]>>;

/** A receiver in miniature: what its tables hold of one object after these deliveries. */
type Design = (deliveries: readonly Delivery[]) => Rows;

interface Delivery extends Fact {
  readonly objectId: string;
  readonly amount: number;
  /** 1 for the first delivery of all. */
  readonly number: number;
  readonly isRepeat: boolean;
  /** It owes money: paid, refunded. */
  readonly owes: boolean;
}

const WALKS: readonly (readonly string[])[] = [
  ['pending', 'paid'],
  ['pending', 'paid', 'refunded'],
  ['pending', 'failed'],
  ['pending', 'cancelled'],
  ['pending', 'paid'],
];
const LINEAR = [
  ['sent', 'delivered', 'read'],
  ['sent', 'delivered', 'read'],
  ['sent', 'delivered'],
];
const OWING = ['paid', 'refunded', 'delivered', 'read'];

function factsOf(walk: readonly string[], object: number): readonly Delivery[] {
  const objectId = `obj_${String.fromCharCode(65 + object).repeat(16)}`;
  return walk.map((fact, index) => {
    const amount = 35_955 + 1000 * object;
    const payload = { id: objectId, status: fact, version: index + 1, amount, currency: 'EUR' };
    return {
      fact,
      eventId: `msg_${object}${index}zzzzzzzzzz`,
      type: `payment.${fact}`,
      status: fact,
      payload,
      objectId,
      amount,
      number: index + 1,
      isRepeat: false,
      owes: OWING.includes(fact),
    };
  });
}

function play(design: Design, walks = WALKS, repeats = 1): readonly Sample[] {
  return walks.flatMap((walk, object): readonly Sample[] => {
    const facts = factsOf(walk, object);
    const seen = (deliveries: readonly Delivery[]): readonly SeenEffect[] =>
      Object.entries(design(deliveries)).flatMap(([kind, rows]) => rows.map((row) => ({ kind, row })));
    const calm = facts.map((_, index) => facts.slice(0, index + 1));
    const again = Array.from({ length: repeats }, (_, repeat) =>
      Array.from({ length: repeat + 2 }, (_unused, round) =>
        facts.map((fact, index) => ({
          ...fact,
          isRepeat: round > 0,
          number: round * facts.length + index + 1,
        })),
      ).flat(),
    );
    const sample = (own: readonly Delivery[], round: number, deliveries: readonly Delivery[]): Sample => ({
      objectId: facts[0]?.objectId ?? '',
      facts: own,
      repeats: round,
      effects: seen(deliveries),
    });
    return [
      sample([], 0, []),
      ...calm.map((own) => sample(own, 0, own)),
      ...again.map((deliveries, index) => sample(facts, index + 1, deliveries)),
    ];
  });
}

function tablesOf(samples: readonly Sample[]): readonly Table[] {
  const kinds = [...new Set(samples.flatMap(({ effects }) => effects.map(({ kind }) => kind)))];
  return kinds.map((kind) => {
    const rows = samples.flatMap(({ effects }) => effects.filter((effect) => effect.kind === kind));
    const columns = [...new Set(rows.flatMap(({ row }) => Object.keys(row ?? {})))];
    return {
      kind,
      foreignKeys: [],
      columns: columns.map((name) => ({
        name,
        type: 'text',
        generated: name === 'id' && kind !== 'payments',
      })),
    };
  });
}

function learn(design: Design, more: Partial<Background> = {}, walks = WALKS, repeats = 1): Learned {
  const samples = play(design, walks, repeats);
  return learnTables(samples, {
    tables: tablesOf(samples),
    unread: new Map(),
    shared: new Set(),
    judge: [],
    ignore: [],
    mask: [],
    ...more,
  });
}

function classesOf(
  design: Design,
  more?: Partial<Background>,
  walks?: typeof WALKS,
): Readonly<Record<string, string>> {
  const learned = learn(design, more, walks);
  const kinds = [...new Set(play(design, walks).flatMap(({ effects }) => effects.map(({ kind }) => kind)))];
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      learned.ignored[kind] !== undefined
        ? 'ignored'
        : learned.doubts[kind] !== undefined
          ? 'doubt'
          : 'effect',
    ]),
  );
}

const first = (deliveries: readonly Delivery[]): readonly Delivery[] =>
  deliveries.filter(({ isRepeat }) => !isRepeat);
const at = (number: number): string => `2026-11-30 20:00:${String(number).padStart(2, '0')}+00`;
const last = (deliveries: readonly Delivery[]): Delivery | undefined => first(deliveries).at(-1);

/** The state row that most designs have: written anew with each fact, and with no repeat. */
function state(
  deliveries: readonly Delivery[],
  more: (newest: Delivery) => Cells = () => ({}),
): readonly Cells[] {
  const newest = last(deliveries);
  return newest === undefined
    ? []
    : [
        {
          id: newest.objectId,
          status: newest.status,
          amount: String(newest.amount),
          updated_at: at(newest.number),
          ...more(newest),
        },
      ];
}
const ledger = (deliveries: readonly Delivery[]): readonly Cells[] =>
  deliveries
    .filter(({ owes }) => owes)
    .map(({ objectId, eventId, amount, number }) => ({
      id: String(number),
      object_id: objectId,
      event_id: eventId,
      amount: String(amount),
    }));
const dedupe = (deliveries: readonly Delivery[]): readonly Cells[] =>
  first(deliveries).map(({ eventId, number }) => ({ event: eventId, at: at(number) }));
const body = ({ eventId, type, payload }: Delivery): string =>
  JSON.stringify({ id: eventId, type, data: payload });

const right: Readonly<Record<string, readonly [Design, Readonly<Record<string, string>>]>> = {
  'state row, dedupe table, ledger': [
    (all) => ({ payments: state(all), processed_events: dedupe(all), ledger: ledger(first(all)) }),
    { payments: 'effect', processed_events: 'ignored', ledger: 'effect' },
  ],
  'the same, neutrally named': [
    (all) => ({ payments: state(all), known: dedupe(all), money: ledger(first(all)) }),
    { payments: 'effect', known: 'ignored', money: 'effect' },
  ],
  'inbox with raw bodies and a worker that marks': [
    (all) => ({
      arrivals: all.map((one) => ({ n: String(one.number), raw: body(one), done: 't' })),
      payments: state(all),
    }),
    { payments: 'effect', arrivals: 'ignored' },
  ],
  'inbox whose worker deletes': [
    (all) => ({ inbox: all.slice(-1).map((one) => ({ body: body(one) })), payments: state(all) }),
    { payments: 'effect', inbox: 'ignored' },
  ],
  'append-only events with a projection': [
    (all) => ({
      payment_events: all.map(({ objectId, eventId, type, number }) => ({
        id: String(number),
        payment: objectId,
        event: eventId,
        type,
      })),
      payment_view: state(all),
    }),
    { payment_events: 'ignored', payment_view: 'effect' },
  ],
  'status history': [
    (all) => ({
      payments: state(all),
      status_history: first(all).map(({ objectId, status, number }) => ({
        id: String(number),
        payment: objectId,
        status,
        at: at(number),
      })),
    }),
    { payments: 'effect', status_history: 'ignored' },
  ],
  'audit row per delivery, named so': [
    (all) => ({
      payments: state(all),
      audit_log: all.map(({ objectId, number }) => ({ id: String(number), payment: objectId })),
    }),
    { payments: 'effect', audit_log: 'ignored' },
  ],
  'audit row per delivery, neutrally named': [
    (all) => ({
      payments: state(all),
      calls: all.map(({ objectId, number, type }) => ({ id: String(number), payment: objectId, type })),
    }),
    { payments: 'effect', calls: 'doubt' },
  ],
  'audit row per delivery with the amount': [
    (all) => ({ payments: state(all), taken: ledger(all.map((one) => ({ ...one, owes: true }))) }),
    { payments: 'effect', taken: 'doubt' },
  ],
  'a log of what came in, called notifications': [
    (all) => ({
      payments: state(all),
      notifications: all.map(({ objectId, eventId, number }) => ({
        id: String(number),
        payment: objectId,
        event: eventId,
      })),
    }),
    { payments: 'effect', notifications: 'doubt' },
  ],
  'a log of what came in, called transactions, with signatures': [
    (all) => ({
      payments: state(all),
      transactions: all.map(({ objectId, number, amount }) => ({
        id: String(number),
        payment: objectId,
        amount: String(amount),
        sig: `v1,${'A'.repeat(43)}=`,
      })),
    }),
    { payments: 'effect', transactions: 'doubt' },
  ],
  'e-mails with the time at which the request was received': [
    (all) => ({
      payments: state(all),
      emails: all
        .filter(({ owes }) => owes)
        .map(({ objectId, number }) => ({ id: String(number), payment: objectId, received_at: at(number) })),
    }),
    { payments: 'effect', emails: 'doubt' },
  ],
  'outbox, and a queue': [
    (all) => ({ payments: state(all), outbox: ledger(first(all)), mail_queue: ledger(first(all)) }),
    { payments: 'effect', outbox: 'ignored', mail_queue: 'ignored' },
  ],
  'ledger log that grows': [
    (all) => ({ payments: state(all), ledger_log: ledger(all) }),
    { payments: 'effect', ledger_log: 'doubt' },
  ],
  'ledger log that does not': [
    (all) => ({ payments: state(all), transaction_history: ledger(first(all)) }),
    { payments: 'effect', transaction_history: 'ignored' },
  ],
  'every table with one prefix': [
    (all) => ({
      webhook_payments: state(all),
      webhook_ledger: ledger(first(all)),
      webhook_inbox: dedupe(all),
      webhook_things: dedupe(all),
    }),
    {
      webhook_payments: 'effect',
      webhook_ledger: 'effect',
      webhook_inbox: 'ignored',
      webhook_things: 'ignored',
    },
  ],
  'two schemas': [
    (all) => ({
      'billing.payments': state(all),
      'billing."Ledger.2026"': ledger(first(all)),
      'audit.entries': ledger(first(all)),
    }),
    { 'billing.payments': 'effect', 'billing."Ledger.2026"': 'effect', 'audit.entries': 'ignored' },
  ],
  'rows that refer to the object by a key of their own': [
    (all) => ({
      payments: state(all),
      charges: first(all)
        .filter(({ owes }) => owes)
        .map(({ number }) => ({ id: String(number), payment: '7' })),
    }),
    { payments: 'effect', charges: 'effect' },
  ],
  'something that nobody can name': [
    (all) => ({
      payments: state(all),
      things: first(all).map(({ objectId }) => ({ payment: objectId, colour: 'red' })),
    }),
    { payments: 'effect', things: 'doubt' },
  ],
};

describe('classes of tables', () => {
  it.each(Object.entries(right))('%s', (_, [design, expected]) => {
    expect(classesOf(design)).toEqual(expected);
  });

  it.each<[string, Design, string]>([
    ['ledger', (all) => ({ payments: state(all), ledger: ledger(all) }), 'ledger'],
    [
      'transactions, for some facts only',
      (all) => ({ payments: state(all), transactions: ledger(all) }),
      'transactions',
    ],
    ['naive_effects', (all) => ({ naive_objects: state(all), naive_effects: ledger(all) }), 'naive_effects'],
    [
      'sent e-mails',
      (all) => ({
        payments: state(all),
        emails: all
          .filter(({ owes }) => owes)
          .map(({ objectId, number }) => ({ id: String(number), to: 'x@y', payment: objectId })),
      }),
      'emails',
    ],
    [
      'amounts in hundredths',
      (all) => ({
        payments: state(all),
        money: first(all)
          .filter(({ owes }) => owes)
          .map(({ objectId, amount }) => ({ payment: objectId, sum: (amount / 100).toFixed(2) })),
      }),
      'money',
    ],
    [
      'amounts that are taken back',
      (all) => ({
        payments: state(all),
        money: first(all)
          .filter(({ owes }) => owes)
          .map(({ objectId, amount }) => ({ payment: objectId, sum: `-${amount}` })),
      }),
      'money',
    ],
  ])('effects that a wrong receiver doubles are effects: %s', (_, design, table) => {
    expect(classesOf(design)[table]).toBe('effect');
  });

  it('credits, where every fact owes: a ledger with amounts that grows is one of effects', () => {
    const design: Design = (all) => ({
      payments: state(all),
      ledger: ledger(all.map((one) => ({ ...one, owes: true }))),
    });
    expect(classesOf(design)).toEqual({ payments: 'effect', ledger: 'effect' });
  });

  it('a table with more rows for one object after a repeat is in doubt, with a state too', () => {
    const design: Design = (all) => ({
      payments: all.some(({ isRepeat }) => isRepeat) ? [...state(all), ...state(all)] : state(all),
    });
    expect(classesOf(design)).toEqual({ payments: 'doubt' });
  });

  it('without repeats nothing that might grow is sure', () => {
    const learned = learn(
      (all) => ({ payments: state(all), money: ledger(all), taken: ledger(all) }),
      {},
      WALKS,
      0,
    );
    expect(Object.keys(learned.doubts).sort()).toEqual(['money', 'taken']);
  });

  it('config decides over everything', () => {
    const design: Design = (all) => ({
      payments: state(all),
      audit_log: ledger(all),
      ledger: ledger(first(all)),
    });
    const more = { judge: ['audit_log'], ignore: ['ledger', 'payments'] };
    expect(classesOf(design, more)).toEqual({ payments: 'ignored', audit_log: 'effect', ledger: 'ignored' });
    expect(learn(design, more).stateOf(play(design)[3]?.effects ?? [])).toBeNull();
  });

  it('a row that may speak of two objects makes its table doubtful', () => {
    const design: Design = (all) => ({ payments: state(all), ledger: ledger(first(all)) });
    expect(classesOf(design, { shared: new Set(['ledger']) })).toEqual({
      payments: 'effect',
      ledger: 'doubt',
    });
  });

  it('no samples, no rows: nothing is judged, and it is said', () => {
    expect(learn(() => ({})).notes.map(({ code }) => code)).toEqual(['no-table-judged', 'no-state-column']);
    const learned = learnTables([], {
      tables: [],
      unread: new Map(),
      shared: new Set(),
      judge: [],
      ignore: [],
      mask: [],
    });
    expect(learned.stateOf([])).toBeNull();
  });
});

describe('the state', () => {
  const stateOf = (
    design: Design,
    walk: readonly string[],
    more?: Partial<Background>,
    walks?: typeof WALKS,
  ): string | null => {
    const effects = Object.entries(design(factsOf(walk, 9))).flatMap(([kind, rows]) =>
      rows.map((row) => ({ kind, row })),
    );
    return learn(design, more, walks).stateOf(effects);
  };
  const own = {
    pending: 'ABERTO',
    paid: 'PAGO',
    failed: 'FALHOU',
    cancelled: 'CANCELADO',
    refunded: 'DEVOLVIDO',
  };
  const wordFor = (fact: string): string => own[fact as keyof typeof own];

  it.each<[string, (newest: Delivery, all: readonly Delivery[]) => Cells]>([
    ['as it is', () => ({})],
    ['in capitals', ({ status }) => ({ status: status.toUpperCase() })],
    ["in the receiver's own words", ({ status }) => ({ status: wordFor(status) })],
    ['in numbers', ({ status }) => ({ status: String(Object.keys(own).indexOf(status)) })],
    [
      'beside the status before',
      ({ number, status }, all) => ({ status, prev_status: all[number - 2]?.status ?? null }),
    ],
    [
      'beside the last event',
      ({ eventId, type, status }) => ({ last_event_id: eventId, last_event_status: status, last_type: type }),
    ],
    [
      'in numbers, beside the type of the event that came last',
      ({ status, type }) => ({
        status: String(Object.keys(own).indexOf(status)),
        updated_by: type,
        note: type,
      }),
    ],
    ['beside the first status', ({ status }) => ({ status, initial_status: 'pending' })],
    ['beside a version', ({ number }) => ({ version: String(number), lock_version: String(number) })],
  ])('%s', (_, more) => {
    const design: Design = (all) => ({ payments: state(all, (newest) => more(newest, first(all))) });
    expect(WALKS.map((walk) => stateOf(design, walk))).toEqual(WALKS.map((walk) => walk.at(-1)));
    expect(stateOf(design, [])).toBeNull();
  });

  it('is not counted by deliveries', () => {
    const design: Design = (all) => ({
      payments: state(all, () => ({ deliveries: String(all.length), status: null })).map(
        ({ status: _, ...row }) => row,
      ),
    });
    expect(stateOf(design, ['pending', 'paid'], {}, LINEAR)).toBeNull();
  });

  it.each<[string, (newest: Delivery, all: readonly Delivery[]) => Cells]>([
    [
      'the status before, which begins with a word',
      ({ number }, all) => ({ status: all[number - 2]?.status ?? 'new' }),
    ],
    ['a status that never changes', () => ({ status: 'active' })],
    [
      'one word for two',
      ({ status }) => ({ status: status === 'refunded' ? 'PAGO' : wordFor(status) || 'PAGO' }),
    ],
    ['a status that is there late', ({ number, status }) => ({ status: number === 1 ? null : status })],
    ['the type of the event that touched the row last', ({ type }) => ({ status: null, updated_by: type })],
    [
      'own words in a column that nobody would look at',
      ({ status }) => ({ status: null, mark: wordFor(status) || status }),
    ],
  ])('is not %s', (_, more) => {
    for (const walks of [WALKS, LINEAR]) {
      const design: Design = (all) => ({ payments: state(all, (newest) => more(newest, first(all))) });
      const samples = play(design, walks);
      const learned = learnTables(samples, {
        tables: [],
        unread: new Map(),
        shared: new Set(),
        judge: [],
        ignore: [],
        mask: [],
      });
      if (
        walks === LINEAR &&
        ['one word for two', 'own words in a column that nobody would look at'].includes(_)
      )
        continue;
      expect(learned.stateOf(samples.at(-1)?.effects ?? []), walks[0]?.join()).toBeNull();
      expect(learned.notes.map(({ code }) => code)).toContain('no-state-column');
    }
  });

  it('is seen although a fact makes no difference', () => {
    const design: Design = (all) => ({ payments: state(all.filter(({ fact }) => fact !== 'cancelled')) });
    expect(stateOf(design, ['pending', 'paid'])).toBe('paid');
    expect(stateOf(design, ['pending', 'cancelled'])).toBe('pending');
  });

  it('is in the table that others follow', () => {
    const design: Design = (all) => ({ a_view: state(all), payments: state(all), zz_snapshot: state(all) });
    expect(learn(design).notes[0]?.text).toMatch(/the state is in payments\.status/);
  });

  it('is not in a table with several rows for an object', () => {
    const design: Design = (all) => ({
      moves: first(all).map(({ objectId, status }) => ({ object: objectId, status })),
    });
    expect(stateOf(design, ['pending', 'paid'])).toBeNull();
  });

  it('of rows that disagree is none, of a value never seen is itself', () => {
    const design: Design = (all) => ({ payments: state(all) });
    const learned = learn(design);
    const row = (status: string): SeenEffect => ({ kind: 'payments', row: { status } });
    expect(learned.stateOf([row('paid'), row('paid')])).toBe('paid');
    expect(learned.stateOf([row('paid'), row('pending')])).toBeNull();
    expect(learned.stateOf([row('frozen')])).toBe('frozen');
  });

  it('is where the config says, or nowhere', () => {
    const design: Design = (all) => ({
      payments: state(all, ({ status }) => ({ x: wordFor(status) })),
      'audit."a.b"': state(all),
    });
    expect(stateOf(design, ['pending', 'paid'], { state: 'payments.x' })).toBe('paid');
    expect(stateOf(design, ['pending', 'paid'], { state: 'audit."a.b".status' })).toBe('paid');
    for (const state of ['payments.stat', 'payment.status', 'x']) {
      expect(stateOf(design, ['pending', 'paid'], { state })).toBeNull();
      const texts = learn(design, { state }).notes.map(({ text }) => text);
      expect(texts).toContainEqual(
        expect.stringContaining(`names ${state}, and no row of the calm check has that`),
      );
    }
  });
});

describe('what is said', () => {
  it('which tables are judged and which are not, each with the reason', () => {
    const design: Design = (all) => ({ payments: state(all), inbox: dedupe(all), calls: ledger(all) });
    const learned = learn(design, {
      tables: [
        ...tablesOf(play(design)),
        { kind: 'customers', columns: [], foreignKeys: [] },
        { kind: 'vault', columns: [], foreignKeys: [] },
      ],
      unread: new Map([['vault', 'permission denied']]),
      judge: ['custmers', 'customers'],
      mask: ['payments.status', 'payments.stauts'],
    });
    expect(learned.notes.map(({ text }) => text)).toEqual([
      'tables judged: payments (it has one row for each object, with its state); the state is in payments.status',
      'tables not judged: inbox ("inbox" in its name), calls (it has more rows when events come again: a log would, and so would effects that are doubled), vault (cannot be read: permission denied), 1 without a row about an object of the calm check',
    ]);
    expect(learned.warnings?.map(({ text }) => text)).toEqual([
      'observe.tables names custmers, and there is no such table',
      'observe.tables.mask names payments.stauts, and there is no such column: nothing is masked by that',
      'observe.tables.judge names customers, and no clean event left a row there that could be told to be of its object',
    ]);
    expect(learned.doubts['calls']?.remedy.text).toMatch(
      /observe\.tables\.judge: \["calls"\].*observe\.tables\.ignore: \["calls"\]/,
    );
    expect(learned.ignored['inbox']?.text).toBe(
      'the table inbox is the book-keeping of the receiver: "inbox" in its name',
    );
  });
});
