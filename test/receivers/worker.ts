/** Looks for work again and again until it is stopped. */
import { setTimeout as sleep } from 'node:timers/promises';

/** `work` is awaited each time; what it throws is said, and tried again the next time. */
export function startWorker(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  const stop = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stop.signal }).catch(() => undefined);
      await work().catch((error: unknown) => {
        process.stderr.write(`job failed, again at the next wake-up: ${String(error)}\n`);
      });
    }
  };
  const ended = loop();
  return () => {
    stop.abort();
    return ended;
  };
}
