import { describe, expect, it } from 'vitest';
import { wallClock } from '../clock.ts';
import { createBarrier } from './barrier.ts';

describe('a barrier', () => {
  it('opens when all are there, in order of position and in one turn', async () => {
    const barrier = createBarrier(3, wallClock);
    const log: number[] = [];
    let turns = 0;
    setImmediate(() => (turns += 1));
    const arrivals = [2, 0, 1].map((position) => barrier.arrive(position).then(() => log.push(position)));
    expect(log).toEqual([]);
    await Promise.all(arrivals);
    expect(log).toEqual([0, 1, 2]);
    expect(turns).toBe(0);
  });

  it('opens by itself after its bound, and stays open', async () => {
    const barrier = createBarrier(3, wallClock, 30);
    const start = wallClock.tickMs();
    await Promise.all([barrier.arrive(0), barrier.arrive(1)]);
    expect(wallClock.tickMs() - start).toBeGreaterThanOrEqual(28);
    await barrier.arrive(2);
  });

  it('for one or none holds nobody', async () => {
    await createBarrier(1, wallClock).arrive(0);
    await createBarrier(0, wallClock).arrive(0);
  });
});
