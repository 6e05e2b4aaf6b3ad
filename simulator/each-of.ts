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
