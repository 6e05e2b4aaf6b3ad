/** How long the receiver goes on working after its answers: the longest that this run has seen, in real milliseconds. */
export class Lag {
  #ms = 0;

  get ms(): number {
    return this.#ms;
  }

  /** Something acknowledged could not be seen until at least `ms` later. */
  saw(ms: number): void {
    this.#ms = Math.max(this.#ms, ms);
  }
}
