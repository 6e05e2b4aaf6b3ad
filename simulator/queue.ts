/** Who waits for whom, where the provider keeps a queue for the endpoint: head-of-line blocking. */
import { isForged, type DeliveryRun } from './agenda.ts';
import type { QueueMode } from './profiles/profile.ts';

interface Place {
  readonly run: DeliveryRun;
  /** Virtual milliseconds: what the queue is sorted by, ties by the delivery's number. */
  readonly rankMs: number;
}

/**
 * Deliveries that the provider makes of itself stand in it, each until it is over. What is deliberate does not: races,
 * duplicates, replays, forgeries.
 */
export class DeliveryQueue {
  readonly #mode: QueueMode;
  readonly #places: Place[] = [];
  readonly #held = new Set<DeliveryRun>();

  constructor(mode: QueueMode = 'parallel') {
    this.#mode = mode;
  }

  /** Gives the delivery its place, once. `dueAtMs`: when it is due. */
  enlist(run: DeliveryRun, dueAtMs: number): void {
    if (this.#mode === 'parallel' || run.planned.reason !== 'scheduled' || isForged(run)) return;
    if (this.#places.some((place) => place.run === run)) return;
    const place: Place = { run, rankMs: this.#mode === 'fifo' ? dueAtMs : run.event.occurredAtMs };
    let index = this.#places.length;
    while (index > 0 && isBehind(this.#places[index - 1], place)) index -= 1;
    this.#places.splice(index, 0, place);
  }

  /** Whether the delivery may go now. One that may not is kept, and `next` gives it back when its turn has come. */
  admits(run: DeliveryRun): boolean {
    if (!this.#places.some((place) => place.run === run)) return true;
    if (this.#head() === run) return true;
    this.#held.add(run);
    return false;
  }

  /** To be asked when a delivery is over: the kept one whose turn has come, if there is one. */
  next(): DeliveryRun | undefined {
    const head = this.#head();
    return head !== undefined && this.#held.delete(head) ? head : undefined;
  }

  #head(): DeliveryRun | undefined {
    while (this.#places[0] !== undefined && this.#places[0].run.state !== 'pending') this.#places.shift();
    return this.#places[0]?.run;
  }
}

function isBehind(left: Place | undefined, right: Place): boolean {
  if (left === undefined) return false;
  return left.rankMs > right.rankMs || (left.rankMs === right.rankMs && left.run.number > right.run.number);
}
