/** Lets several requests go at one moment: each waits with its last byte until all are there. */
import type { WallClock } from '../clock.ts';
import type { Barrier } from './transport.ts';

interface Waiting {
  readonly position: number;
  readonly go: () => void;
}

/**
 * A barrier for `count` requests. It opens in the turn in which the last of them arrives, in order of position, or
 * `boundMs` real milliseconds after the first arrival, whichever comes first; later arrivals pass at once. The bound
 * runs from the first arrival, so that waiting before the request (for a rate limit, say) does not use it up.
 */
export function createBarrier(count: number, clock: WallClock, boundMs = 2000): Barrier {
  const waiting: Waiting[] = [];
  let isOpen = count <= 1;
  let cancelBound: (() => void) | undefined;

  const open = (): void => {
    isOpen = true;
    cancelBound?.();
    waiting.sort((left, right) => left.position - right.position);
    for (const { go } of waiting.splice(0)) go();
  };

  return {
    arrive: (position) =>
      new Promise((resolve) => {
        if (isOpen) {
          resolve();
          return;
        }
        waiting.push({ position, go: resolve });
        // Not before the last of them has begun to wait, or it would go last whatever its position.
        if (waiting.length === count) queueMicrotask(open);
        else cancelBound ??= clock.after(boundMs, open);
      }),
  };
}
