import { describe, expect, it } from 'vitest';
import { PlayScript, reply, type Answer } from '../harness/judging/fixtures/play-script.ts';
import {
  acknowledged,
  attemptsOf,
  couldAnswer,
  endOf,
  firstAcknowledged,
  knownFrom,
  overlapped,
  reached,
  readPlay,
  type AttemptRecord,
} from './record.ts';

function answered(answer: Answer): AttemptRecord {
  const [attempt] = new PlayScript().object('pending').attempt('e1', answer).record.attempts;
  if (attempt === undefined) throw new Error('no attempt');
  return attempt;
}

describe('an attempt', () => {
  it('is read from its entries, with both truths and its faults', () => {
    const script = new PlayScript().object('pending', 'paid');
    script.virtualMs = 60_000;
    script.attempt('e2', 200, { lost: true, fault: 'lose-response' });
    expect(script.record.attempts).toEqual([
      {
        id: 'd2.1',
        deliveryId: 'd2',
        eventId: 'e2',
        fact: script.fact('f2'),
        number: 1,
        reason: 'scheduled',
        faults: ['lose-response'],
        startedAt: 0,
        virtualMs: 60_000,
        wallMs: 10_000,
        sentAt: 2,
        repliedAt: 3,
        reply: reply(200),
        recorded: { kind: 'timed-out' },
      },
    ]);
  });

  it('that was given up on ends with its late reply', () => {
    const script = new PlayScript().object('pending');
    const flight = script.begin('e1');
    flight.answer('gave-up');
    const [before] = script.record.attempts;
    expect(before).toMatchObject({ gaveUpAt: 2, repliedAt: 2, reply: reply('gave-up') });
    flight.late(200);
    const [after] = script.record.attempts;
    expect(after).toMatchObject({
      gaveUpAt: 2,
      repliedAt: 4,
      reply: reply(200),
      recorded: { kind: 'timed-out' },
    });
  });

  it.each<[Answer, boolean, boolean, boolean]>([
    [200, true, true, true],
    [299, true, true, true],
    [300, true, true, false],
    [500, true, true, false],
    ['timeout', true, true, false],
    ['broken', true, true, false],
    ['reset', true, false, false],
    ['gave-up', true, false, false],
    ['aborted', true, false, false],
    ['never-sent', false, false, false],
    ['refused', false, false, false],
    ['cut-short', false, false, false],
  ])('%s: reached %s, could answer %s, acknowledged %s', (answer, isReached, could, isAcknowledged) => {
    const attempt = answered(answer);
    expect([reached(attempt), couldAnswer(attempt), acknowledged(attempt)]).toEqual([
      isReached,
      could,
      isAcknowledged,
    ]);
  });

  it('that has no reply yet may have reached, and has no end', () => {
    const script = new PlayScript().object('pending');
    script.begin('e1');
    const [attempt] = script.record.attempts;
    expect(
      attempt && [reached(attempt), couldAnswer(attempt), acknowledged(attempt), endOf(attempt)],
    ).toEqual([true, false, false, Number.MAX_SAFE_INTEGER]);
  });
});

describe('two attempts', () => {
  const pair = (script: PlayScript): [AttemptRecord, AttemptRecord] => {
    const [first, second] = script.record.attempts;
    if (!first || !second) throw new Error('two attempts');
    return [first, second];
  };
  const both = (script: PlayScript): boolean => {
    const [first, second] = pair(script);
    expect(overlapped(second, first)).toBe(overlapped(first, second));
    return overlapped(first, second);
  };

  it('overlapped when each was complete before the other was answered', () => {
    const script = new PlayScript().object('pending', 'paid');
    const first = script.begin('e1');
    const second = script.begin('e2');
    first.answer(200);
    second.answer(200);
    expect(both(script)).toBe(true);
  });

  it('did not when one was answered before the other was complete', () => {
    expect(both(new PlayScript().object('pending', 'paid').attempt('e1').attempt('e2'))).toBe(false);
  });

  it('did not when the last byte of one never left', () => {
    const script = new PlayScript().object('pending', 'paid');
    const first = script.begin('e1');
    script.attempt('e2', 'cut-short');
    first.answer(200);
    expect(both(script)).toBe(false);
  });

  it('overlap until the late reply of a handler that was given up on', () => {
    const script = new PlayScript().object('pending');
    const first = script.begin('e1');
    first.answer('gave-up');
    const second = script.begin('e1');
    first.late(200);
    second.answer(200);
    expect(both(script)).toBe(true);
  });

  it('overlap for ever with one that was never answered', () => {
    const script = new PlayScript().object('pending', 'paid');
    script.begin('e1');
    script.attempt('e2');
    expect(both(script)).toBe(true);
  });
});

describe('a play', () => {
  it('is read back: reads, what the API told, how deliveries ended', () => {
    const script = new PlayScript().object('pending').attempt('e1').told('o1', 'f1');
    script
      .state('o1', 'pending', 2)
      .effects('o1', 'ledger e1')
      .enter('final')
      .state('o1', null)
      .effects('o1');
    const record = script.record;
    expect(record.truthReads).toEqual([{ at: 5, objectId: 'o1', factIds: ['f1'] }]);
    expect(record.stateReads).toEqual([
      { observer: 'http', objectId: 'o1', from: 2, to: 6, state: 'pending', final: false },
      { observer: 'http', objectId: 'o1', from: 9, to: 9, state: null, final: true },
    ]);
    expect(record.effectsReads.map((read) => [read.at, read.final, read.effects.length])).toEqual([
      [7, false, 1],
      [10, true, 0],
    ]);
    expect([...record.deliveries]).toEqual([['d1', { state: 'delivered', at: 4 }]]);
    expect([record.interrupted, record.exited]).toEqual([false, undefined]);
  });

  it('the last end of a delivery counts', () => {
    const script = new PlayScript().object('pending').attempt('e1', 500).end('d1', 'exhausted');
    script.attempt('e1', 200, { realGap: true });
    expect(script.record.deliveries.get('d1')?.state).toBe('delivered');
  });

  it('knows whether it was cut off', () => {
    expect(new PlayScript().exit().record.exited).toEqual({ at: 0, detail: 'exit code 1' });
    expect(new PlayScript().interrupt().record.interrupted).toBe(true);
  });

  it('refuses entries that speak of what the plan does not know', () => {
    const script = new PlayScript().object('pending').attempt('e1');
    expect(() => readPlay(new PlayScript().plan, script.history.entries)).toThrow('unknown to the plan');
    expect(() => readPlay(script.plan, script.history.entries.slice(1))).toThrow('never began');
  });
});

describe('what the receiver knew', () => {
  it('is known from the first byte that reached it, or from an answer of the API, whichever came first', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e2', 'never-sent');
    const fact = script.fact('f2');
    expect(knownFrom(script.record, fact)).toBe(Number.MAX_SAFE_INTEGER);
    const wire = script.history.length;
    script.attempt('e2', 500);
    expect(knownFrom(script.record, fact)).toBe(wire);
    script.told('o1', 'f1', 'f2');
    expect(knownFrom(script.record, fact)).toBe(wire);
    const asked = new PlayScript()
      .object('pending', 'paid')
      .told('o1', 'f1')
      .told('o1', 'f1', 'f2')
      .attempt('e2');
    expect(knownFrom(asked.record, fact)).toBe(1);
  });

  it('was acknowledged where a 2xx ended first, over all events of the fact', () => {
    const script = new PlayScript().object('pending');
    const other = script.announceAgain('e1');
    const slow = script.begin('e1');
    const quick = script.begin(other);
    quick.answer(200);
    slow.answer(200);
    const fact = script.fact('f1');
    expect(attemptsOf(script.record, fact)).toHaveLength(2);
    expect(firstAcknowledged(script.record, fact)?.eventId).toBe(other);
    expect(
      firstAcknowledged(new PlayScript().object('pending').attempt('e1', 500).record, fact),
    ).toBeUndefined();
  });
});
