import { describe, expect, it } from 'vitest';
import { payment } from '../../simulator/lifecycles/payment.ts';
import { bothWays, clearSight, PlayScript, unclear } from '../judging/fixtures/play-script.ts';
import { noLoss } from './no-loss.ts';
import { outgoingHasKey } from './outgoing-has-key.ts';
import { singleEffect } from './single-effect.ts';

interface Call {
  readonly key?: string;
  readonly event?: string;
  readonly end?: 'lost' | 'refused' | 'abandoned';
}

/** One call after another, each an effect under its key unless it was refused; e2 is `paid`, e3 `refunded`. */
function calling(script: PlayScript, ...calls: readonly Call[]): PlayScript {
  const effects = new Map<
    string,
    { readonly kind: string; readonly eventId: string; readonly key?: string }
  >();
  for (const [index, { key, event = 'e2', end }] of calls.entries()) {
    const callId = `call-${index + 1}`;
    const withKey = key === undefined ? {} : { key };
    script.history.append({
      ...{ actor: 'receiver', kind: 'called', callId, observer: 'http', objectId: 'o1', eventIds: [event] },
      ...{ call: 'ledger', number: index + 1, ...withKey },
      ...(end === 'lost' ? { lost: true, fault: 'answer-lost' } : {}),
      ...(end === 'refused' ? { refused: true, fault: 'answer-refused' } : {}),
    });
    if (end === 'abandoned')
      script.history.append({ actor: 'receiver', kind: 'call-abandoned', callId, objectId: 'o1' });
    if (end !== 'refused') effects.set(key ?? callId, { kind: 'ledger', eventId: event, ...withKey });
  }
  return script.enter('final').effects('o1', ...effects.values());
}

const paid = (): PlayScript =>
  new PlayScript(payment).object('pending', 'paid', 'refunded').attempt('e1').attempt('e2');

describe('outgoing-has-key', () => {
  it('a call whose answer was lost is made again under its key, or under none', () => {
    const outcomes = bothWays(outgoingHasKey, (bare) =>
      calling(paid(), { end: 'lost', ...(bare ? {} : { key: 'k' }) }, bare ? {} : { key: 'k' }),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('the same for one that the receiver did not wait for', () => {
    const outcomes = bothWays(outgoingHasKey, (other) =>
      calling(paid(), { end: 'abandoned', key: 'k' }, { key: other ? 'l' : 'k' }),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('is a should, names both calls, and says which kind', () => {
    const script = calling(paid(), { end: 'lost' }, {});
    const verdict = script.judge(outgoingHasKey);
    expect(verdict).toMatchObject({
      requirement: 'should',
      violations: [{ key: 'repeated-without-key:ledger', subject: 'f2' }],
    });
    const shown = verdict.violations[0]?.evidence.map((index) => script.history.entries[index]?.kind);
    expect(shown?.filter((kind) => kind === 'called')).toHaveLength(2);
  });

  it.each<[string, readonly Call[]]>([
    ['nothing was called', []],
    ['nothing was lost', [{}, {}]],
    ['a refused call was made again without a key: nothing was done before', [{ end: 'refused' }, {}]],
    ['a lost call was never made again', [{ end: 'lost' }]],
    ['another fact of the object was called for', [{ end: 'lost' }, { event: 'e3' }]],
  ])('has nothing to say where %s', (_, calls) => {
    expect(calling(paid().attempt('e3'), ...calls).find(outgoingHasKey)).toMatchObject({
      judged: [],
      violations: [],
    });
  });

  it('says nothing where nobody sees effects', () => {
    const sight = { ...clearSight(), effects: { ledger: unclear(true) } };
    expect(calling(paid(), { end: 'lost' }, {}).judge(outgoingHasKey, [sight]).outcome).toBe('skipped');
  });
});

describe('what a lost or refused call means for the others', () => {
  it('single-effect allows one more for each call whose answer was lost, and no more', () => {
    const outcomes = bothWays(singleEffect, (third) =>
      calling(paid(), { end: 'lost' }, {}, ...(third ? [{}] : [])),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('a lost call of one fact excuses nothing of another', () => {
    const script = calling(paid().attempt('e3'), { end: 'lost' }, { event: 'e3' }, { event: 'e3' });
    expect(script.judge(singleEffect).violations.map((violation) => violation.subject)).toEqual(['f3']);
  });

  it('a refused call excuses no doubled one', () => {
    expect(calling(paid(), { end: 'refused' }, {}, {}).judge(singleEffect).outcome).toBe('fail');
  });

  it('no-loss: a refused call that was not made again may still be, for five minutes', () => {
    const waited = (ms: number): PlayScript => {
      const script = paid();
      script.history.append({
        ...{
          actor: 'receiver',
          kind: 'called',
          callId: 'c',
          observer: 'http',
          objectId: 'o1',
          eventIds: ['e2'],
        },
        ...{ call: 'ledger', number: 1, refused: true },
      });
      script.wallMs += ms;
      return script.enter('final').effects('o1');
    };
    expect(waited(30_000).judge(noLoss)).toMatchObject({
      outcome: 'unknown',
      because: { code: 'repeat-to-come' },
    });
    expect(waited(300_000).judge(noLoss).outcome).toBe('fail');
    expect(paid().enter('final').effects('o1').judge(noLoss).outcome).toBe('fail');
  });
});
