import { describe, expect, it } from 'vitest';
import type { Recorded, Reply } from '../simulator/model.ts';
import { HistoryScript, plan, scenarioReport, TIMED_OUT } from './fixtures/report-parts.ts';
import { timeline } from './timeline.ts';

const answer = (status: number, body = '', latencyMs = 5): Reply => ({
  kind: 'response',
  status,
  headers: {},
  body,
  latencyMs,
});
const silence = (reason: Extract<Reply, { kind: 'none' }>['reason']): Reply => ({
  kind: 'none',
  reason,
  detail: '',
});
const failed = (status: number): Recorded => ({ kind: 'failed', status });

/** The lines that a history is shown as, from the given evidence. */
function shown(script: HistoryScript, evidence: readonly number[]): readonly string[] {
  const report = scenarioReport('a/b', '1', [], {
    entries: script.entries,
    embeddedPlan: plan('a/b', '1', ['pending', 'paid']),
  });
  return timeline(report, evidence).lines.map((line) => `${line.who} | ${line.what}`);
}

describe('an attempt in one line', () => {
  it.each<[string, Reply, Recorded]>([
    ['→ 200', answer(200), { kind: 'delivered', status: 200 }],
    ['→ 200 (lost: provider recorded a timeout)', answer(200), TIMED_OUT],
    ['→ 204 (lost: provider recorded a failed connection)', answer(204), { kind: 'connection-failed' }],
    ['→ 200 (lost: provider recorded 500)', answer(200), failed(500)],
    ['→ 422 {"error":"unknown customer"}', answer(422, '{"error":"unknown customer"}'), failed(422)],
    ['→ 500 (provider recorded a timeout)', answer(500), TIMED_OUT],
    ['→ 200 after 31.2 s (lost: provider recorded a timeout)', answer(200, '', 31_200), TIMED_OUT],
    ['→ connection refused', silence('refused'), { kind: 'connection-failed' }],
    ['→ no answer in time', silence('timeout'), TIMED_OUT],
    ['→ connection reset by the provider on purpose (provider recorded 503)', silence('reset'), failed(503)],
  ])('%s', (text, reply, recorded) => {
    expect(shown(new HistoryScript().start(2, 1).end(2, 1, recorded, reply), [0])).toEqual([
      `e2 payment.paid | attempt 1  ${text}`,
    ]);
  });

  it.each([
    ['forged: wrong-secret', { altered: 'wrong-secret', as: 'forgery' }],
    ['odd: indented', { altered: 'indented', as: 'oddity' }],
    ['replay, indigestible: malformed-json', { altered: 'malformed-json', as: 'poison', reason: 'replay' }],
  ] as const)('says what the request was: %s', (text, how) => {
    const script = new HistoryScript().add({
      ...{ actor: 'provider', kind: 'attempt-started', attemptId: 'd2.1', deliveryId: 'd2', eventId: 'e2' },
      ...{ attempt: 1, reason: 'scheduled', ...how },
    });
    expect(shown(script.end(2, 1, failed(401), answer(401)), [0])).toEqual([
      `e2 payment.paid | attempt 1 (${text})  → 401`,
    ]);
  });

  it('tells an answer that came after the provider had given up', () => {
    const script = new HistoryScript().start(2, 1).end(2, 1, TIMED_OUT, silence('gave-up'));
    script.add({
      actor: 'provider',
      kind: 'attempt-replied',
      attemptId: 'd2.1',
      reply: answer(200),
      late: true,
    });
    expect(shown(script, [0])).toEqual([
      'e2 payment.paid | attempt 1  → 200 after the provider had given up (lost: provider recorded a timeout)',
    ]);
  });

  it('tells an attempt that has no end', () => {
    expect(shown(new HistoryScript().start(2, 1), [0])).toEqual([
      'e2 payment.paid | attempt 1  → not answered yet',
    ]);
  });

  it('tells attempts that were in flight together', () => {
    const script = new HistoryScript().start(1, 1).start(2, 1).end(1, 1).end(2, 1);
    expect(shown(script, [0, 1])).toEqual([
      'e1 payment.pending | attempt 1  → 200',
      'e2 payment.paid | attempt 1  → 200, beside an earlier one',
    ]);
  });
});

describe('the timeline', () => {
  it('names an attempt once, whichever of its entries are evidence', () => {
    const script = new HistoryScript().start(1, 1).end(1, 1);
    expect(shown(script, [0, 1, 2])).toHaveLength(1);
  });

  it('shows the attempts before reads that went wrong', () => {
    const script = new HistoryScript()
      .start(2, 1)
      .end(2, 1)
      .state('paid')
      .start(1, 1)
      .end(1, 1)
      .state('pending')
      .start(1, 2);
    expect(shown(script, [3, 7])).toEqual([
      'e2 payment.paid | attempt 1  → 200',
      'o1 | state read: paid',
      'e1 payment.pending | attempt 1  → 200',
      'o1 | state read: paid → pending',
    ]);
  });

  it('counts calls with one key as one effect', () => {
    const effects = [{ kind: 'email', key: 'k' }, { kind: 'email', key: 'k' }, { kind: 'ledger' }];
    const script = new HistoryScript()
      .add({ actor: 'observer', kind: 'effects', observer: 'sink', objectId: 'o1', startIndex: 0, effects })
      .effects();
    expect(shown(script, [0, 1])).toEqual(['o1 | effects: email ×1, ledger ×1', 'o1 | effects: none']);
  });

  it('tells what the receiver called, under which key, and what went wrong on purpose', () => {
    const call = {
      actor: 'receiver',
      kind: 'called',
      callId: 'c',
      observer: 'sink',
      objectId: 'o1',
    } as const;
    const script = new HistoryScript()
      .add({ ...call, eventIds: ['e2'], call: 'POST /entries', number: 1, fault: 'answer-lost', lost: true })
      .add({ ...call, eventIds: [], call: 'POST /entries', number: 2, key: 'k1' })
      .add({ actor: 'receiver', kind: 'call-abandoned', callId: 'c', objectId: 'o1' });
    expect(shown(script, [0, 1, 2])).toEqual([
      'o1 | receiver called POST /entries (e2, no key), answer-lost',
      'o1 | receiver called POST /entries (key k1)',
      'o1 | receiver went away before the answer to its call',
    ]);
  });

  it('tells everything else that can be evidence', () => {
    const script = new HistoryScript()
      .state(null)
      .add({ actor: 'receiver', kind: 'truth-read', objectId: 'o1', factIds: ['f1'] })
      .add({ actor: 'provider', kind: 'delivery-ended', deliveryId: 'd2', state: 'exhausted', attempts: 8 })
      .add({ actor: 'provider', kind: 'fault', fault: 'lose-response', deliveryIds: ['d1', 'd9'] })
      .add({
        actor: 'observer',
        kind: 'observer-failed',
        observer: 'sql',
        objectId: 'o1',
        message: 'no table',
      })
      .add({ actor: 'control', kind: 'receiver-exited', detail: 'code 1' })
      .add({ actor: 'control', kind: 'phase' })
      .add({ actor: 'control', kind: 'interrupted' })
      .add({ actor: 'control', kind: 'note', note: 'anything' });
    expect(shown(script, [0, 1, 2, 3, 4, 5, 6, 7, 8])).toEqual([
      'o1 | state read: no such object',
      'o1 | receiver asked the provider for the truth',
      'e2 payment.paid | delivery exhausted after 8 attempts',
      'e1 payment.pending, d9 | fault: lose-response',
      'o1 | observer sql failed: no table',
      ' | receiver exited: code 1',
      ' | phase: storm',
      ' | interrupted',
      ' | anything',
    ]);
  });

  it('keeps the first and the last of many lines, and says what is elsewhere', () => {
    const script = new HistoryScript();
    for (let attempt = 1; attempt <= 14; attempt += 1) script.start(1, attempt);
    const report = scenarioReport('a/b', '1', [], { entries: script.entries });
    const evidence = [...script.entries.map((entry) => entry.index), 700];
    const { lines, omitted, omittedAfter, elsewhere } = timeline(report, evidence);
    expect(lines.map((line) => line.index)).toEqual([0, 1, 2, 3, 4, 9, 10, 11, 12, 13]);
    expect({ omitted, omittedAfter, elsewhere }).toEqual({ omitted: 4, omittedAfter: 5, elsewhere: [700] });
  });

  it('is empty without entries', () => {
    expect(timeline(scenarioReport('a/b', '1', []), [1, 2])).toEqual({
      lines: [],
      omitted: 0,
      omittedAfter: 0,
      elsewhere: [1, 2],
    });
  });
});
