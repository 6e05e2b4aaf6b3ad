import type { Alteration } from '../alteration.ts';
import { badItem } from './bad-item.ts';

/** One bad event in a request with several, at each position. */
export const badItems: readonly Alteration[] = [badItem('first'), badItem('middle'), badItem('last')];
