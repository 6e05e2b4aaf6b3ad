import { describe, expect, it } from 'vitest';
import type { SeenEffect } from '../../simulator/history.ts';
import { PlayScript } from '../judging/fixtures/play-script.ts';
import type { Sight } from '../judging/sight.ts';
import type { Observer } from '../observers/observer.ts';
import { readSights, type Reading } from './controls.ts';
import { sightNotices } from './sight-notices.ts';
import type { Play } from './play.ts';

const LEDGER: SeenEffect = { kind: 'ledger' };
const script = new PlayScript().object('pending', 'paid', 'refunded');
const facts = script.plan.facts;

const everything: Observer = {
  name: 'http',
  readState: async () => null,
  readEffects: async () => [],
  readsEffectsBy: 'event',
  close: async () => undefined,
};

/** Before, and after each of the three facts of a payment: what was read. */
function calm(
  states: readonly (string | null | undefined)[],
  effects: readonly (readonly SeenEffect[] | undefined)[],
  observer: Observer = everything,
  failure?: string,
): Sight {
  const readings: Reading[] = states.map((state, index) => ({
    objectId: 'o1',
    facts: facts.slice(0, index),
    seen: [{ observer: 'http', state, effects: effects[index] }],
  }));
  const history = new PlayScript().object('pending').history;
  if (failure !== undefined)
    history.append({
      actor: 'observer',
      kind: 'observer-failed',
      observer: 'http',
      objectId: 'o1',
      message: failure,
    });
  const [sight] = readSights([observer], { plan: script.plan, history } as unknown as Play, readings);
  if (sight === undefined) throw new Error('no sight');
  return sight;
}

const STATES = [null, 'pending', 'paid', 'refunded'];
const EFFECTS = [[], [], [LEDGER], [LEDGER, LEDGER]];

function code(clarity: Sight['state'] | undefined): string {
  return clarity === undefined ? 'none' : clarity.clear ? 'clear' : clarity.because.code;
}

describe('what the calm check shows', () => {
  it('0 before, 1 after, 2 for two: all clear', () => {
    const sight = calm(STATES, EFFECTS);
    expect([sight.state, sight.effects['ledger'], sight.counts['ledger']].map(code)).toEqual([
      'clear',
      'clear',
      'clear',
    ]);
    expect(sight.statesOf).toEqual(['pending', 'paid', 'refunded']);
    expect(sight.effectsOf).toEqual({ ledger: ['paid', 'refunded'] });
    expect(sight.unseen).toEqual([]);
    expect(sightNotices([sight], script.plan.lifecycle)).toEqual([]);
  });

  it('an object that `arrange` made in its first state hides only that fact', () => {
    const sight = calm(['pending', 'pending', 'paid', 'refunded'], EFFECTS);
    expect(code(sight.state)).toBe('clear');
    expect(sight.statesOf).toEqual(['paid', 'refunded']);
    expect(sight.unseen).toEqual(['pending']);
    expect(sightNotices([sight], script.plan.lifecycle).map((notice) => notice.level)).toEqual(['warning']);
  });

  it.each([
    ['is never there', [null, null, null, null]],
    ["has the receiver's own names", ['NEW', 'NEW', 'PAID', 'BACK']],
    ['never changes', ['paid', 'paid', 'paid', 'paid']],
  ])('a state that %s is not seen', (_, states) => {
    const sight = calm(states, EFFECTS);
    expect(code(sight.state)).toBe('state-not-seen');
    expect(sight.state).toMatchObject({ missing: false });
    expect(sightNotices([sight], script.plan.lifecycle)[0]?.level).toBe('error');
  });

  it('effects that are there before anything happened are foreign', () => {
    const sight = calm(STATES, [[LEDGER], [LEDGER], [LEDGER, LEDGER], [LEDGER, LEDGER, LEDGER]]);
    expect(code(sight.effects['ledger'])).toBe('effect-not-seen');
  });

  it.each([
    ['none', [[], [], [], []]],
    ['those of another kind', [[], [], [{ kind: 'mail' }], [{ kind: 'mail' }]]],
  ])('where an effect is due, %s is none', (_, effects) => {
    expect(code(calm(STATES, effects).effects['ledger'])).toBe('effect-not-seen');
  });

  it('a view with DISTINCT sees one, and cannot count two', () => {
    const sight = calm(STATES, [[], [], [LEDGER], [LEDGER]]);
    expect(code(sight.effects['ledger'])).toBe('clear');
    expect(code(sight.counts['ledger'])).toBe('effects-not-counted');
    expect(sight.effectsOf['ledger']).toEqual(['paid']);
  });

  it('a receiver that doubles in calm weather is not counted on either', () => {
    const sight = calm(STATES, [[], [], [LEDGER, LEDGER], [LEDGER, LEDGER, LEDGER, LEDGER]]);
    expect(code(sight.counts['ledger'])).toBe('effects-not-counted');
  });

  it('a view that fails is broken, and says how', () => {
    const sight = calm(
      [null, undefined, 'paid', 'refunded'],
      [[], undefined, [LEDGER], [LEDGER, LEDGER]],
      everything,
      '500 from /objects',
    );
    expect([code(sight.state), code(sight.effects['ledger'])]).toEqual([
      'observer-failed',
      'observer-failed',
    ]);
    expect(sight.state).toMatchObject({ because: { values: { problem: '500 from /objects' } } });
  });

  it('what an observer does not look at is missing, not wanting', () => {
    const onlyStates: Observer = {
      name: 'http',
      readState: async () => null,
      readsEffectsBy: 'object',
      close: async () => undefined,
    };
    const sight = calm(STATES, [undefined, undefined, undefined, undefined], onlyStates);
    expect(code(sight.state)).toBe('clear');
    expect(sight.effects['ledger']).toMatchObject({ clear: false, missing: true });
    expect(sight.counts['ledger']).toMatchObject({ clear: false, missing: true });
    expect(sight.unseen).toEqual([]);
    expect(sightNotices([sight], script.plan.lifecycle)).toEqual([]);
    const onlyEffects: Observer = {
      name: 'http',
      readEffects: async () => [],
      readsEffectsBy: 'object',
      close: async () => undefined,
    };
    expect(calm([undefined, undefined, undefined, undefined], EFFECTS, onlyEffects).state).toMatchObject({
      missing: true,
    });
  });
});
