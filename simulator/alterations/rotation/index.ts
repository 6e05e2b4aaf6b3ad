import type { Alteration } from '../alteration.ts';
import { betweenAttempts } from './between-attempts.ts';
import { bothKnown } from './both-known.ts';
import { expired } from './expired.ts';
import { newOnly } from './new-only.ts';
import { oldOnly } from './old-only.ts';
import { strangeFirst } from './strange-first.ts';
import { strangeLast } from './strange-last.ts';

/** One secret takes the place of another. To add one: one file beside these, one line here. */
export const rotations: readonly Alteration[] = [
  strangeFirst,
  strangeLast,
  bothKnown,
  newOnly,
  oldOnly,
  betweenAttempts,
  expired,
];
