import { expect, it } from 'vitest';
import { RecentCount } from './recent-count.ts';

it('counts within its span and forgets what is older', () => {
  const count = new RecentCount(1000);
  count.add(5);
  count.add(400);
  count.add(400);
  expect(count.since(0)).toBe(3);
  expect(count.since(100)).toBe(2);
  count.add(1200);
  expect(count.since(0)).toBe(3);
  count.add(50_000);
  expect(count.since(0)).toBe(1);
  expect(count.since(50_020)).toBe(0);
});
