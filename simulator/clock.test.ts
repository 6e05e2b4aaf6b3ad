import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoInstant, VirtualClock, wallClock } from './clock.ts';

describe('the virtual clock', () => {
  it('takes everything that is due in one instant, by number and then in the order in which it was planned', () => {
    const clock = new VirtualClock<string>();
    clock.at(10, 2, 'c');
    clock.at(10, 1, 'a');
    clock.at(5, 9, 'first');
    clock.at(10, 1, 'b');
    expect(clock.pending).toBe(4);
    expect([clock.takeNext(), clock.nowMs]).toEqual([['first'], 5]);
    expect([clock.takeNext(), clock.nowMs]).toEqual([['a', 'b', 'c'], 10]);
    expect([clock.takeNext(), clock.nowMs, clock.pending]).toEqual([[], 10, 0]);
  });

  it('plans nothing for the past and never goes back', () => {
    const clock = new VirtualClock<string>();
    clock.advanceTo(100);
    clock.at(7, 0, 'late');
    clock.advanceTo(50);
    expect(clock.nowMs).toBe(100);
    expect([clock.takeNext(), clock.nowMs]).toEqual([['late'], 100]);
  });

  it('what was due before it moved on is played late, not in the past', () => {
    const clock = new VirtualClock<string>();
    clock.at(7, 0, 'due');
    expect(clock.nextMs).toBe(7);
    clock.advanceTo(100);
    expect([clock.takeNext(), clock.nowMs, clock.nextMs]).toEqual([['due'], 100, undefined]);
  });

  it('is a stable sort of whatever is planned', () => {
    const due = fc.record({ atMs: fc.integer({ min: 0, max: 20 }), order: fc.integer({ min: 0, max: 3 }) });
    fc.assert(
      fc.property(fc.array(due), (all) => {
        const clock = new VirtualClock<number>();
        for (const [index, { atMs, order }] of all.entries()) clock.at(atMs, order, index);
        const taken: number[] = [];
        for (let before = -1; clock.pending > 0; before = clock.nowMs) {
          taken.push(...clock.takeNext());
          expect(clock.nowMs).toBeGreaterThan(before);
        }
        const sorted = all
          .map((one, index) => ({ ...one, index }))
          .sort(
            (left, right) => left.atMs - right.atMs || left.order - right.order || left.index - right.index,
          );
        expect(taken).toEqual(sorted.map((one) => one.index));
      }),
    );
  });
});

describe('the wall clock', () => {
  it('sleeps, and wakes early when the signal aborts', async () => {
    const start = wallClock.tickMs();
    await wallClock.sleep(15);
    expect(wallClock.tickMs() - start).toBeGreaterThanOrEqual(13);
    const controller = new AbortController();
    const long = wallClock.sleep(60_000, controller.signal);
    controller.abort();
    await long;
    await wallClock.sleep(60_000, controller.signal);
    expect(wallClock.tickMs() - start).toBeLessThan(10_000);
  });

  it('calls after a while, unless it is cancelled', async () => {
    const calls: string[] = [];
    const cancel = wallClock.after(1, () => calls.push('cancelled'));
    wallClock.after(2, () => calls.push('called'));
    cancel();
    await wallClock.sleep(20);
    expect(calls).toEqual(['called']);
  });

  it('knows the time', () => {
    expect(wallClock.nowMs()).toBeGreaterThan(1_700_000_000_000);
    expect(isoInstant(1_614_265_330_000)).toBe('2021-02-25T15:02:10.000Z');
  });
});
