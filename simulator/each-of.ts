/** Runs `task` over all items, at most `atOnce` at a time, started in order. */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next]; item !== undefined; item = items[next]) {
      next += 1;
      await task(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

/** Starts a task when fewer than its limit are under way; those that wait go in order. */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/** How many races run at once: few, so that the racing requests meet in the handler and not in a queue before it. */
const CONCURRENT_RACES = 3;

export function raceGate(): Gate {
  return atMost(CONCURRENT_RACES);
}

export function atMost(limit: number): Gate {
  const waiting: (() => void)[] = [];
  let free = limit;
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
