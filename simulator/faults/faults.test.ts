import { describe, expect, it } from 'vitest';
import type { Fault } from './fault.ts';
import { faultKind, faultKinds } from './index.ts';

const examples: { readonly [K in Fault['kind']]: Extract<Fault, { readonly kind: K }> } = {
  'lose-response': { kind: 'lose-response' },
  'give-up': { kind: 'give-up', afterMs: 3, socket: 'open', overlap: true },
  'never-sent': { kind: 'never-sent' },
  reset: { kind: 'reset' },
  'cut-short': { kind: 'cut-short', share: 0.5 },
  delay: { kind: 'delay', byMs: 70 },
  reorder: { kind: 'reorder', deliveryIds: ['d2', 'd1'] },
  duplicate: { kind: 'duplicate', deliveryIds: ['d2'], afterMs: 9 },
  race: { kind: 'race', deliveryIds: ['d1', 'd2'] },
  replay: { kind: 'replay', deliveryIds: ['d1'] },
  outage: { kind: 'outage' },
  'answer-lost': { kind: 'answer-lost' },
  'answer-refused': { kind: 'answer-refused' },
  'answer-slow': { kind: 'answer-slow', afterMs: 7 },
  'equal-timestamps': { kind: 'equal-timestamps', factIds: ['f1', 'f2'] },
};

/** What a fault does, hook by hook. */
function doing(fault: Fault): object {
  const { wire, record, postponeMs, release, overlaps, answer } = faultKind(fault);
  return Object.fromEntries(
    Object.entries({ wire, record, postponeMs, release, overlaps, answer }).flatMap(([name, hook]) =>
      hook === undefined ? [] : [[name, hook(fault)]],
    ),
  );
}

describe('a fault', () => {
  it.each<[Fault, object]>([
    [examples['lose-response'], { record: { kind: 'timed-out' } }],
    [examples['give-up'], { wire: { kind: 'give-up', afterMs: 3, socket: 'open' }, overlaps: true }],
    [examples['never-sent'], { wire: { kind: 'never-sent' } }],
    [examples.reset, { wire: { kind: 'reset' } }],
    [examples['cut-short'], { wire: { kind: 'cut-short', share: 0.5 } }],
    [examples.delay, { postponeMs: 70 }],
    [examples.reorder, { release: { deliveryIds: ['d2', 'd1'], afterMs: 0, together: false } }],
    [examples.duplicate, { release: { deliveryIds: ['d2'], afterMs: 9, together: false } }],
    [examples.race, { release: { deliveryIds: ['d1', 'd2'], afterMs: 0, together: true } }],
    [examples.replay, { release: { deliveryIds: ['d1'], afterMs: 0, together: false } }],
    [examples.outage, { wire: { kind: 'never-sent' } }],
    [examples['equal-timestamps'], {}],
    [examples['answer-lost'], { answer: { kind: 'lost' } }],
    [examples['answer-refused'], { answer: { kind: 'refused', status: 503 } }],
    [examples['answer-slow'], { answer: { kind: 'slow', afterMs: 7 } }],
  ])('%o', (fault, hooks) => {
    expect(doing(fault)).toEqual(hooks);
  });

  it('is plain data, and there is one of every kind above', () => {
    expect(Object.keys(examples).sort()).toEqual(Object.keys(faultKinds).sort());
    for (const fault of Object.values(examples)) expect(JSON.parse(JSON.stringify(fault))).toEqual(fault);
  });

  it('one that keeps the connection does not overlap unless it says so', () => {
    expect(faultKind(examples['give-up']).overlaps?.({ ...examples['give-up'], overlap: false })).toBe(false);
  });
});
