import { describe, expect, it } from 'vitest';
import { hastyClock } from '../harness/judging/fixtures/model-play.ts';
import { PlayScript, reply, type Answer } from '../harness/judging/fixtures/play-script.ts';
import { VirtualClock } from './clock.ts';
import type { Fault } from './faults/fault.ts';
import { History, type HistoryEntry } from './history.ts';
import type { PlannedDelivery, Reply } from './model.ts';
import type { Plan, Step } from './plan.ts';
import type { QueueMode } from './profiles/profile.ts';
import { standardWebhooks } from './profiles/standard-webhooks.ts';
import { Simulator } from './simulator.ts';
import type { Transport, WireOrder } from './transport/transport.ts';

interface Sent {
  readonly event: string;
  readonly atMs: number;
  readonly order: WireOrder;
}

/** A plan of the script's objects, with other deliveries or steps where given. */
function planOf(
  script: PlayScript,
  more: { readonly steps?: readonly Step[]; readonly deliveries?: readonly PlannedDelivery[] } = {},
): Plan {
  return { ...script.plan, ...more };
}

/** Faults of the first attempts of `d1`, one per attempt. */
function onFirst(...faults: readonly Fault[]): readonly Step[] {
  return faults.map((fault, index) => ({
    when: { kind: 'attempt', deliveryId: 'd1', attempt: index + 1, edge: 'sent' },
    do: fault,
  }));
}

class Stage {
  readonly history: History;
  readonly clock = new VirtualClock<unknown>();
  readonly simulator: Simulator;
  readonly sent: Sent[] = [];
  readonly quiets: string[] = [];
  readonly controller = new AbortController();
  inFlight = 0;
  mostInFlight = 0;
  /** What the receiver says to an event, over and over, or once per attempt. */
  answers: Readonly<Record<string, Answer | Reply | readonly Answer[]>> = {};
  late: (() => void)[] = [];
  onSend: (event: string) => void = () => undefined;

  constructor(plan: Plan, pass?: (virtualMs: number) => Promise<void>, queue: QueueMode = 'parallel') {
    this.history = new History({ virtualMs: () => this.clock.nowMs, wallMs: () => 0 });
    const ids = Object.fromEntries([...plan.objects, ...plan.events].map(({ id }) => [id, id]));
    this.simulator = new Simulator(
      plan,
      {
        profile: { ...standardWebhooks, queue },
        endpoint: { url: 'http://x.test/', headers: {}, secrets: ['whsec_AAAA'] },
        binding: { namespace: 'n', originMs: 0, ids, fixed: {} },
        clock: this.clock,
      },
      {
        transport: this.#transport(),
        clock: hastyClock,
        history: this.history,
        signal: this.controller.signal,
        ...(pass === undefined ? {} : { pass }),
        quiet: async (objectIds) => {
          this.quiets.push(`${this.clock.nowMs}: ${objectIds.join(' ')} after ${this.sent.length}`);
        },
      },
    );
  }

  async play(answers: Stage['answers'] = {}): Promise<this> {
    this.answers = answers;
    await this.simulator.play();
    return this;
  }

  #transport(): Transport {
    return {
      idle: async () => undefined,
      close: async () => undefined,
      send: async (request, order, events) => {
        const event = request.headers['webhook-id'] ?? '';
        await order.hold?.barrier.arrive(order.hold.position);
        const number = this.sent.filter((one) => one.event === event).length;
        this.sent.push({ event, atMs: this.clock.nowMs, order });
        this.inFlight += 1;
        this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
        events.sent();
        this.onSend(event);
        await new Promise((resolve) => setImmediate(resolve));
        this.inFlight -= 1;
        const { fault } = order;
        if (fault?.kind === 'give-up' && fault.socket === 'open') {
          const late = (): void => events.late(reply(200));
          this.late.push(late);
          setImmediate(() => setImmediate(late));
        }
        if (fault !== undefined) return reply(fault.kind === 'give-up' ? 'gave-up' : fault.kind);
        const answer = this.answers[event] ?? 200;
        if (typeof answer === 'object' && 'kind' in answer) return answer;
        return reply(typeof answer === 'object' ? (answer[number] ?? 200) : answer);
      },
    };
  }

  /** When which event was sent, in order. */
  get schedule(): readonly string[] {
    return this.sent.map(({ event, atMs }) => `${event}@${atMs}`);
  }

  of<K extends HistoryEntry['kind']>(kind: K): readonly Extract<HistoryEntry, { readonly kind: K }>[] {
    return this.history.entries.filter(
      (entry): entry is Extract<HistoryEntry, { readonly kind: K }> => entry.kind === kind,
    );
  }
}

const one = (): PlayScript => new PlayScript().object('pending');
const two = (): PlayScript => new PlayScript().object('pending', 'paid');

describe('the simulator', () => {
  it('delivers every event at the instant of its fact', async () => {
    const stage = await new Stage(planOf(two())).play();
    expect(stage.schedule).toEqual(['e1@0', 'e2@2000']);
    expect(
      stage.of('delivery-ended').map(({ deliveryId, state, attempts }) => [deliveryId, state, attempts]),
    ).toEqual([
      ['d1', 'delivered', 1],
      ['d2', 'delivered', 1],
    ]);
  });

  it('tries again along the whole ladder, on the virtual clock', async () => {
    const stage = await new Stage(planOf(one())).play({ e1: 500 });
    const minutes = [0, 1, 6, 36, 156, 516, 1236, 2676];
    expect(stage.sent.map(({ atMs }) => atMs / 60_000)).toEqual(minutes);
    expect(stage.of('attempt-recorded').map((entry) => entry.nextAtMs)).toEqual([
      ...minutes.slice(1).map((minute) => minute * 60_000),
      undefined,
    ]);
    expect(stage.of('delivery-ended')).toMatchObject([{ state: 'exhausted', attempts: 8 }]);
    expect(stage.simulator.exhausted()).toEqual(['d1']);
  });

  it('stops at a success and at 410', async () => {
    const stage = await new Stage(planOf(two())).play({ e1: [500, 204], e2: 410 });
    expect(stage.schedule).toEqual(['e1@0', 'e2@2000', 'e1@60000']);
    expect(stage.of('delivery-ended').map((entry) => entry.state)).toEqual(['disabled', 'delivered']);
    expect(stage.simulator.exhausted()).toEqual([]);
  });

  it('keeps what really came back apart from what the provider believes', async () => {
    const stage = await new Stage(planOf(one(), { steps: onFirst({ kind: 'lose-response' }) })).play();
    expect(stage.of('attempt-replied').map((entry) => entry.reply)).toEqual([reply(200), reply(200)]);
    expect(stage.of('attempt-recorded').map((entry) => entry.recorded)).toEqual([
      { kind: 'timed-out' },
      { kind: 'delivered', status: 200 },
    ]);
    expect(stage.schedule).toEqual(['e1@0', 'e1@60000']);
    expect(stage.of('fault')).toMatchObject([
      { fault: 'lose-response', deliveryIds: ['d1'], attemptId: 'd1.1' },
    ]);
  });

  it('notes a start before anything is on the wire, and an end after it is over', async () => {
    const stage = await new Stage(planOf(one())).play();
    expect(stage.history.entries.map((entry) => entry.kind)).toEqual([
      'attempt-started',
      'attempt-sent',
      'attempt-replied',
      'attempt-recorded',
      'delivery-ended',
    ]);
  });

  it('honours Retry-After unless the reply was lost, and the jitter of the plan', async () => {
    const busy: Reply = {
      kind: 'response',
      status: 503,
      headers: { 'retry-after': '120' },
      body: '',
      latencyMs: 1,
    };
    const stage = await new Stage(planOf(one(), { steps: onFirst({ kind: 'lose-response' }) })).play({
      e1: busy,
    });
    expect(stage.sent.slice(0, 3).map(({ atMs }) => atMs)).toEqual([0, 60_000, 60_000 + 300_000]);
    const deliveries = [
      { id: 'd1', eventId: 'e1', reason: 'scheduled' as const, dueAtMs: 0, jitterMs: { '1': 777 } },
    ];
    const jittered = await new Stage(planOf(one(), { deliveries })).play({ e1: [500] });
    expect(jittered.schedule).toEqual(['e1@0', 'e1@60777']);
  });

  it('faults of one delivery and attempt shift no other', async () => {
    const stage = await new Stage(
      planOf(two(), { steps: onFirst({ kind: 'never-sent' }, { kind: 'reset' }) }),
    ).play();
    expect(stage.sent.map(({ event, order }) => [event, order.fault?.kind])).toEqual([
      ['e1', 'never-sent'],
      ['e2', undefined],
      ['e1', 'reset'],
      ['e1', undefined],
    ]);
  });

  it('one object in order, different objects at once', async () => {
    const deliveries = ['e1', 'e2'].map((eventId, at) => ({
      id: `d${at + 1}`,
      eventId,
      reason: 'scheduled' as const,
      dueAtMs: 0,
    }));
    expect((await new Stage(planOf(two(), { deliveries })).play()).mostInFlight).toBe(1);
    const many = new PlayScript();
    for (let object = 0; object < 20; object += 1) many.object('pending');
    const stage = await new Stage(planOf(many)).play();
    expect(stage.mostInFlight).toBe(16);
    expect(stage.sent).toHaveLength(20);
  });

  it('waits for quiet after every instant, told what was touched', async () => {
    const stage = await new Stage(planOf(two().object('pending'))).play();
    expect(stage.quiets).toEqual(['0: o1 o2 after 2', '2000: o1 after 3']);
  });

  it('lets virtual time pass between instants, for who wants that', async () => {
    const passed: number[] = [];
    await new Stage(planOf(two()), async (virtualMs) => void passed.push(virtualMs)).play({ e2: [500] });
    expect(passed).toEqual([0, 2000, 60_000]);
  });

  it('holds back the last bytes of a race, each on a connection of its own', async () => {
    const deliveries = ['d1', 'd2'].map((id) => ({ id, eventId: 'e1', reason: 'duplicate' as const }));
    const steps: Step[] = [
      { when: { kind: 'virtual-time', atMs: 40 }, do: { kind: 'race', deliveryIds: ['d2', 'd1'] } },
    ];
    const stage = await new Stage(planOf(one(), { deliveries, steps })).play();
    expect(stage.schedule).toEqual(['e1@40', 'e1@40']);
    expect(stage.mostInFlight).toBe(2);
    expect(stage.sent.every(({ order }) => order.freshConnection === true)).toBe(true);
    expect(stage.of('attempt-sent').map((entry) => entry.attemptId)).toEqual(['d2.1', 'd1.1']);
    expect(stage.of('fault')).toMatchObject([{ fault: 'race', deliveryIds: ['d2', 'd1'] }]);
  });

  it('fifo: a delivery that is pending holds up those behind it, of other objects too, and to its end', async () => {
    const script = two().object('pending');
    const held = await new Stage(planOf(script), undefined, 'fifo').play({ e1: [500, 500] });
    expect(held.schedule).toEqual(['e1@0', 'e1@60000', 'e1@360000', 'e3@360000', 'e2@360000']);
    expect(held.mostInFlight).toBe(1);
    const never = await new Stage(planOf(script), undefined, 'fifo').play({ e1: 500 });
    expect(never.of('delivery-ended').map(({ deliveryId, state }) => [deliveryId, state])).toEqual([
      ['d1', 'exhausted'],
      ['d3', 'delivered'],
      ['d2', 'delivered'],
    ]);
  });

  it('ordered: what a plan would send in another order goes in the order of its facts; a replay goes at once', async () => {
    const deliveries: PlannedDelivery[] = [
      { id: 'd1', eventId: 'e1', reason: 'scheduled' },
      { id: 'd2', eventId: 'e2', reason: 'scheduled' },
      { id: 'd3', eventId: 'e1', reason: 'replay' },
    ];
    const at = (atMs: number, ...deliveryIds: readonly string[]): Step => ({
      when: { kind: 'virtual-time', atMs },
      do: { kind: 'reorder', deliveryIds },
    });
    const steps = [at(3000, 'd2'), at(4000, 'd3'), at(9000, 'd1')];
    const stage = await new Stage(planOf(two(), { deliveries, steps }), undefined, 'ordered').play();
    expect(stage.schedule).toEqual(['e1@4000', 'e1@9000', 'e2@9000']);
  });

  it('puts an attempt off once', async () => {
    const steps = onFirst({ kind: 'delay', byMs: 5000 });
    const stage = await new Stage(planOf(two(), { steps })).play();
    expect(stage.schedule).toEqual(['e2@2000', 'e1@5000']);
    expect(stage.of('fault').map((entry) => entry.fault)).toEqual(['delay']);
  });

  it('repeats after the attempt that a repeat belongs to was recorded', async () => {
    const deliveries: PlannedDelivery[] = [
      { id: 'd1', eventId: 'e1', reason: 'scheduled', dueAtMs: 0 },
      { id: 'd2', eventId: 'e1', reason: 'duplicate' },
      { id: 'd3', eventId: 'e1', reason: 'duplicate' },
    ];
    const steps = onFirst({ kind: 'duplicate', deliveryIds: ['d2', 'd3'], afterMs: 1000 });
    const stage = await new Stage(planOf(one(), { deliveries, steps })).play();
    expect(
      stage.of('attempt-started').map((entry) => [entry.deliveryId, entry.virtualMs, entry.reason]),
    ).toEqual([
      ['d1', 0, 'scheduled'],
      ['d2', 1000, 'duplicate'],
      ['d3', 1000, 'duplicate'],
    ]);
  });

  it.each([true, false])(
    'a handler that was given up on is in flight, unless overlap is wanted (%s)',
    async (overlap) => {
      const steps = onFirst({ kind: 'give-up', afterMs: 0, socket: 'open', overlap });
      const stage = await new Stage(planOf(one(), { steps })).play();
      const replies = stage
        .of('attempt-replied')
        .map((entry) => `${entry.attemptId}${entry.late ? ' late' : ''}`);
      const second = stage.of('attempt-started')[1]?.index ?? 0;
      const late = stage.of('attempt-replied').find((entry) => entry.late)?.index ?? 0;
      expect(late < second).toBe(!overlap);
      expect([...replies].sort()).toEqual(['d1.1', 'd1.1 late', 'd1.2']);
      expect(stage.sent[1]?.order.freshConnection).toBe(false);
    },
  );

  it('stops when it is told to', async () => {
    const stage = new Stage(planOf(two().object('pending')));
    stage.onSend = () => stage.controller.abort();
    await stage.play({ e1: 500 });
    expect(stage.sent.length).toBeLessThanOrEqual(2);
    expect(stage.of('attempt-recorded')).toHaveLength(stage.sent.length);
    expect(stage.quiets).toEqual([]);
  });

  it('tries once more, without faults and outside the schedule', async () => {
    const eight = Array.from({ length: 9 }, (): Fault => ({ kind: 'never-sent' }));
    const stage = await new Stage(planOf(one(), { steps: onFirst(...eight) })).play();
    expect(stage.simulator.exhausted()).toEqual(['d1']);
    stage.answers = { e1: 500 };
    expect(await stage.simulator.tryAgain('d1')).toBe(false);
    expect(stage.simulator.exhausted()).toEqual(['d1']);
    stage.answers = {};
    expect(await stage.simulator.tryAgain('d1')).toBe(true);
    expect(stage.of('attempt-started').at(-1)).toMatchObject({ reason: 'real-gap', attempt: 10 });
    expect(stage.simulator.exhausted()).toEqual([]);
    await expect(stage.simulator.tryAgain('d9')).rejects.toThrow(RangeError);
  });

  it('a clean event sent by hand comes at the instant of its fact', async () => {
    const stage = new Stage(planOf(two()));
    expect(await stage.simulator.tryAgain('d2')).toBe(true);
    expect(stage.simulator.virtualMs).toBe(2000);
  });

  it('refuses a step that releases a delivery which is not there', () => {
    const steps: Step[] = [
      { when: { kind: 'virtual-time', atMs: 0 }, do: { kind: 'race', deliveryIds: ['d1', 'd9'] } },
    ];
    expect(() => new Stage(planOf(one(), { steps }))).toThrow('d9');
  });

  it('the plan and the replies fix the history', async () => {
    const play = async (): Promise<string> => {
      const stage = await new Stage(planOf(two().object('pending', 'paid'))).play({
        e2: [500, 409],
        e3: [503],
      });
      return JSON.stringify(stage.history.entries);
    };
    expect(await play()).toBe(await play());
  });
});
