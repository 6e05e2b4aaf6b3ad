/** Reads that are asked for together are answered by one scan, which began after every one of them had been asked for. */
import { wallClock } from '../../../simulator/clock.ts';
import type { Driver, TableRead } from './driver.ts';

/** How long a scan waits for others that want it too. */
const GATHER_MS = 1;

export class Scanner<T> {
  readonly #driver: Driver;
  readonly #understand: (reads: readonly TableRead[]) => T;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  constructor(driver: Driver, understand: (reads: readonly TableRead[]) => T) {
    this.#driver = driver;
    this.#understand = understand;
  }

  scan(): Promise<T> {
    this.#next ??= this.#begin();
    return this.#next;
  }

  async #begin(): Promise<T> {
    await this.#running;
    await wallClock.sleep(GATHER_MS);
    this.#next = undefined;
    const scan = this.#driver.read().then(this.#understand);
    this.#running = scan.catch(() => undefined);
    return scan;
  }
}
