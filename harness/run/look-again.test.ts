import { expect, it } from 'vitest';
import type { SeenEffect } from '../../simulator/history.ts';
import { clearSight } from '../judging/fixtures/play-script.ts';
import type { Sight } from '../judging/sight.ts';
import type { CalmResult } from './calm.ts';
import { lookAgain } from './look-again.ts';
import type { Session } from './session.ts';

const rows = (...kinds: readonly string[]): readonly SeenEffect[] => kinds.map((kind) => ({ kind }));
const learned: Sight = { ...clearSight(), observer: 'tables', reference: { ends: [], loose: [] } };

/** One calm object: what was seen of it at first, and what is seen when it is read again. */
async function doubtsOf(
  sight: Sight,
  first: readonly SeenEffect[],
  then: readonly SeenEffect[],
): Promise<object> {
  let seen = first;
  const watch = {
    effects: () => seen,
    readEffects: async () => {
      seen = then;
    },
  };
  const calm = { sights: [sight], play: { watch, objectIds: ['o1'] } } as unknown as CalmResult;
  const session = { signal: new AbortController().signal, observers: [] } as unknown as Session;
  const result = await lookAgain(session, calm);
  return Object.fromEntries(
    Object.entries(result.sights[0]?.doubts ?? {}).map(([kind, one]) => [kind, one.because.code]),
  );
}

it('what calm objects have lost by the end is in doubt, and nothing else', async () => {
  const first = rows('ledger', 'work', 'work');
  expect(await doubtsOf(learned, first, rows('ledger', 'work'))).toEqual({ work: 'row-went-again' });
  expect(await doubtsOf(learned, first, [...first, ...rows('ledger')])).toEqual({});
});

it('where meanings were declared, what is missing is missing', async () => {
  expect(await doubtsOf(clearSight(), rows('ledger'), [])).toEqual({});
});
