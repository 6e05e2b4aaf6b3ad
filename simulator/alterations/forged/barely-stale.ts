import { at } from './edits.ts';
import type { Alteration, Workshop } from '../alteration.ts';

/** Clocks differ, and requests take their time: no receiver is asked to be this exact. */
const MARGIN_MS = 60_000;

function signedAtMs({ profile, dispatch }: Workshop): number {
  return dispatch.atMs - (profile.scheme.toleranceSeconds ?? 0) * 1000 - MARGIN_MS;
}

export const barelyStale: Alteration = {
  id: 'barely-stale',
  kind: 'forgery',
  group: 'forged',
  title: 'A request comes a minute after its signature ran out',
  because:
    'A wide window takes late requests and replays alike; the window that the provider states is what its own libraries keep (bug list P6).',
  // A receiver may have its reasons for a wider window.
  requirement: 'should',
  needs: ['past-tolerance'],
  compose: (_, workshop) => workshop.profile.compose(at(workshop.dispatch, signedAtMs(workshop))),
  signing: (signing, workshop) => ({ ...signing, atMs: signedAtMs(workshop) }),
};
