import { describe, expect, it } from 'vitest';
import type { Driver, TableRead } from './driver.ts';
import { Scanner } from './scanner.ts';

/** A driver whose reads end when they are told to. */
class HeldDriver implements Driver {
  begun = 0;
  readonly #open: { resolve: (reads: readonly TableRead[]) => void; reject: (error: Error) => void }[] = [];

  read(): Promise<readonly TableRead[]> {
    this.begun += 1;
    return new Promise((resolve, reject) => {
      this.#open.push({ resolve, reject });
    });
  }

  async end(error?: Error): Promise<void> {
    await expect.poll(() => this.#open.length).toBeGreaterThan(0);
    const [first] = this.#open.splice(0, 1);
    if (error === undefined) first?.resolve([]);
    else first?.reject(error);
  }

  forget(): void {
    this.begun = 0;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

describe('scans', () => {
  it('are shared by those who ask together, and begin after everybody had asked', async () => {
    const driver = new HeldDriver();
    let number = 0;
    const scanner = new Scanner(driver, () => (number += 1));
    const together = [scanner.scan(), scanner.scan()];
    await expect.poll(() => driver.begun).toBe(1);
    // The first scan is at work: it may have passed by what these ask for.
    const later = [scanner.scan(), scanner.scan()];
    await driver.end();
    expect(await Promise.all(together)).toEqual([1, 1]);
    await driver.end();
    expect(await Promise.all(later)).toEqual([2, 2]);
    expect(driver.begun).toBe(2);
  });

  it('that fail do not fail the next ones', async () => {
    const driver = new HeldDriver();
    const scanner = new Scanner(driver, () => 'seen');
    const failed = scanner.scan();
    const refused = expect(failed).rejects.toThrow('gone');
    await driver.end(new Error('gone'));
    await refused;
    const next = scanner.scan();
    await driver.end();
    expect(await next).toBe('seen');
  });
});
