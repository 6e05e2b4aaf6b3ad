/** Counts what happened within a span that slides, in a hundred steps: constant memory, whatever the rate. */
const STEPS = 100;

export class RecentCount {
  readonly #stepMs: number;
  readonly #counts: number[] = new Array<number>(STEPS).fill(0);
  /** The number of the newest step, counted from tick 0. */
  #newest = 0;

  /** `spanMs`: how far back it remembers, in milliseconds. */
  constructor(spanMs: number) {
    this.#stepMs = spanMs / STEPS;
  }

  /** One more, at a tick that is never earlier than the one before. */
  add(tick: number): void {
    const step = Math.floor(tick / this.#stepMs);
    for (let old = Math.max(this.#newest + 1, step - STEPS + 1); old <= step; old += 1)
      this.#counts[old % STEPS] = 0;
    this.#newest = Math.max(step, this.#newest);
    this.#counts[step % STEPS] = (this.#counts[step % STEPS] ?? 0) + 1;
  }

  /** How many since `tick` (to the precision of a step, rather one step too many). */
  since(tick: number): number {
    const oldest = Math.max(Math.floor(tick / this.#stepMs), this.#newest - STEPS + 1, 0);
    let sum = 0;
    for (let step = oldest; step <= this.#newest; step += 1) sum += this.#counts[step % STEPS] ?? 0;
    return sum;
  }
}
