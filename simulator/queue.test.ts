import { describe, expect, it } from 'vitest';
import type { DeliveryRun } from './agenda.ts';
import type { PlannedDelivery } from './model.ts';
import { DeliveryQueue } from './queue.ts';

function run(
  number: number,
  how: { readonly occurredAtMs?: number; readonly planned?: Partial<PlannedDelivery> } = {},
): DeliveryRun {
  const planned: PlannedDelivery = {
    id: `d${number}`,
    eventId: `e${number}`,
    reason: 'scheduled',
    ...how.planned,
  };
  const event = {
    id: planned.eventId,
    type: 't',
    fact: 'f',
    factId: `f${number}`,
    objectId: `o${number}`,
    occurredAtMs: how.occurredAtMs ?? 0,
    payload: {},
  };
  return { planned, event, events: [event], number, state: 'pending', attempts: 0, postponed: false };
}

describe('a queue', () => {
  it('lets nobody pass one that is pending, and gives back who waited when it is over', () => {
    const queue = new DeliveryQueue('fifo');
    const [first, second, third] = [run(1), run(2), run(3)];
    queue.enlist(first, 0);
    queue.enlist(second, 10);
    queue.enlist(third, 20);
    expect(queue.admits(first)).toBe(true);
    expect(queue.admits(second)).toBe(false);
    expect(queue.admits(third)).toBe(false);
    first.state = 'exhausted';
    expect(queue.next()).toBe(second);
    expect(queue.next()).toBeUndefined();
    expect(queue.admits(second)).toBe(true);
    expect(queue.admits(third)).toBe(false);
    second.state = 'delivered';
    expect(queue.next()).toBe(third);
  });

  it('gives nobody back who has not asked yet', () => {
    const queue = new DeliveryQueue('fifo');
    const [first, second] = [run(1), run(2)];
    queue.enlist(first, 0);
    queue.enlist(second, 10);
    first.state = 'delivered';
    expect(queue.next()).toBeUndefined();
    expect(queue.admits(second)).toBe(true);
  });

  it('fifo: by when they are due, ties by number', () => {
    const queue = new DeliveryQueue('fifo');
    const runs = [run(3), run(2), run(1)];
    queue.enlist(run(9, { occurredAtMs: 0 }), 50);
    for (const one of runs) queue.enlist(one, 10);
    expect(runs.map((one) => queue.admits(one))).toEqual([false, false, true]);
  });

  it('ordered: by when their facts happened, whenever they are due', () => {
    const queue = new DeliveryQueue('ordered');
    const [newer, older] = [run(1, { occurredAtMs: 2000 }), run(2, { occurredAtMs: 1000 })];
    queue.enlist(newer, 0);
    queue.enlist(older, 99_000);
    expect(queue.admits(newer)).toBe(false);
    expect(queue.admits(older)).toBe(true);
    older.state = 'delivered';
    expect(queue.next()).toBe(newer);
  });

  it('does not hold what is deliberate or forged, nor what was never enlisted', () => {
    const queue = new DeliveryQueue('fifo');
    queue.enlist(run(1), 0);
    const others = [
      run(2, { planned: { reason: 'duplicate' } }),
      run(3, { planned: { reason: 'replay' } }),
      run(4, { planned: { alter: 'wrong-secret' } }),
    ];
    for (const other of others) queue.enlist(other, 10);
    expect([...others, run(5)].map((one) => queue.admits(one))).toEqual([true, true, true, true]);
  });

  it('keeps one place for one delivery', () => {
    const queue = new DeliveryQueue('fifo');
    const [first, second] = [run(1), run(2)];
    queue.enlist(first, 0);
    queue.enlist(second, 5);
    queue.enlist(second, 0);
    first.state = 'delivered';
    expect(queue.admits(second)).toBe(true);
    second.state = 'delivered';
    expect(queue.next()).toBeUndefined();
  });

  it('parallel, and unset: nobody waits', () => {
    for (const queue of [new DeliveryQueue('parallel'), new DeliveryQueue()]) {
      const [first, second] = [run(1), run(2)];
      queue.enlist(first, 0);
      queue.enlist(second, 0);
      expect(queue.admits(second)).toBe(true);
    }
  });
});
