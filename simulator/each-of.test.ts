import { describe, expect, it } from 'vitest';
import { wallClock } from './clock.ts';
import { atMost, eachOf } from './each-of.ts';

describe('each of', () => {
  it('starts all in order, so many at once and no more', async () => {
    let running = 0;
    let most = 0;
    const started: number[] = [];
    await eachOf([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      started.push(item);
      running += 1;
      most = Math.max(most, running);
      await wallClock.sleep(item % 3);
      running -= 1;
    });
    expect(started).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect([most, running]).toEqual([3, 0]);
  });

  it('takes falsy items for items', async () => {
    const seen: unknown[] = [];
    await eachOf([0, '', null, false], 2, async (item) => void seen.push(item));
    expect(seen).toEqual([0, '', null, false]);
  });

  it('rejects with the first failure', async () => {
    const failing = eachOf([1], 1, async () => Promise.reject(new Error('one')));
    await expect(failing).rejects.toThrow('one');
    await eachOf([], 4, async () => Promise.reject(new Error('none')));
  });
});

describe('a gate', () => {
  it('lets so many through at once and no more, in order, failures too', async () => {
    const gate = atMost(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const ended = await Promise.allSettled(
      [0, 1, 2, 3, 4].map((number) =>
        gate(async () => {
          started.push(number);
          running += 1;
          most = Math.max(most, running);
          await wallClock.sleep(2);
          running -= 1;
          if (number === 1) throw new Error('one');
          return number;
        }),
      ),
    );
    expect(started).toEqual([0, 1, 2, 3, 4]);
    expect(most).toBe(2);
    expect(ended.map((end) => end.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });
});
