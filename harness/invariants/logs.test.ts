import { describe, expect, it } from 'vitest';
import type { HistoryEvent } from '../../simulator/history.ts';
import { PlayScript } from '../judging/fixtures/play-script.ts';
import { logsAreClean } from './logs-are-clean.ts';
import { logsCarryTheId } from './logs-carry-the-id.ts';

type LogEnd = Extract<HistoryEvent, { readonly kind: 'log-end' }>;

/** Two events taken; what was found in the output, and what all of it came to. */
function printed(found: readonly object[], end: Partial<LogEnd> = {}, script = taken()): PlayScript {
  for (const entry of found)
    script.history.append({ actor: 'observer', kind: 'log', excerpt: 'x', ...entry } as HistoryEvent);
  script.history.append({
    ...{ actor: 'observer', kind: 'log-end', lines: 4, about: 4, events: 2 },
    ...{ whole: true, prompt: true, endedMs: 99_999, ...end },
  });
  return script;
}

function taken(): PlayScript {
  return new PlayScript().object('pending', 'paid').attempt('e1').attempt('e2');
}

function id(eventId: string): object {
  return { found: 'event-id', eventId, objectId: 'o1' };
}

const BOTH = [id('e1'), id('e2')];

describe('logs-are-clean', () => {
  it('nothing but ids', () => {
    expect(printed(BOTH).judge(logsAreClean)).toMatchObject({ outcome: 'pass', witnesses: 2 });
  });

  it('each kind of thing is a violation of its own', () => {
    const { outcome, requirement, violations } = printed([
      ...BOTH,
      { found: 'secret' },
      { found: 'signature', attemptId: 'd2.1' },
      { found: 'personal-data', field: 'email', objectId: 'o1' },
      { found: 'personal-data', field: 'email', objectId: 'o1' },
      { found: 'personal-data', field: 'phone', objectId: 'o1' },
    ]).judge(logsAreClean);
    expect({ outcome, requirement }).toEqual({ outcome: 'fail', requirement: 'should' });
    expect(violations.map(({ key, subject, evidence }) => [key, subject, evidence.length])).toEqual([
      ['secret-in-log', 'receiver', 1],
      ['signature-in-log', 'f2', 1],
      ['personal-data-in-log:email', 'o1', 2],
      ['personal-data-in-log:phone', 'o1', 1],
    ]);
  });

  it('a receiver that printed nothing, or next to nothing, was not seen to be discreet', () => {
    expect(printed([], { lines: 0, about: 0 }).judge(logsAreClean)).toMatchObject({
      outcome: 'skipped',
      because: { code: 'printed-nothing' },
    });
    expect(printed([], { lines: 4, about: 0, events: 9 }).judge(logsAreClean).outcome).toBe('skipped');
    expect(printed([], { lines: 5, about: 0, events: 9 }).judge(logsAreClean).outcome).toBe('pass');
  });

  it('what was found stands, however little there was, and whatever became of the receiver', () => {
    const leak = [{ found: 'secret' }];
    expect(printed(leak, { lines: 1, events: 9 }).judge(logsAreClean).outcome).toBe('fail');
    expect(printed(leak).exit().judge(logsAreClean).outcome).toBe('fail');
    expect(printed(BOTH).exit().judge(logsAreClean).outcome).toBe('unknown');
  });
});

describe('logs-carry-the-id', () => {
  it('of every event that was taken', () => {
    expect(printed(BOTH).judge(logsCarryTheId)).toMatchObject({ outcome: 'pass', witnesses: 2 });
    const { outcome, requirement, violations } = printed([id('e1')]).judge(logsCarryTheId);
    expect({ outcome, requirement }).toEqual({ outcome: 'fail', requirement: 'should' });
    expect(violations).toMatchObject([{ key: 'id-not-in-log', subject: 'f2' }]);
  });

  it('not of one that was refused', () => {
    const script = new PlayScript().object('pending', 'paid').attempt('e1').attempt('e2', 429);
    expect(printed([id('e1')], {}, script).judge(logsCarryTheId)).toMatchObject({
      outcome: 'pass',
      witnesses: 1,
    });
  });

  it('nobody is accused who logs elsewhere, or only what went wrong', () => {
    const silent = [
      { lines: 0, about: 0 },
      { lines: 900, about: 0 },
      { lines: 900, about: 4, events: 9 },
    ];
    for (const end of silent)
      expect(printed([id('e1')], end).judge(logsCarryTheId), JSON.stringify(end)).toMatchObject({
        outcome: 'skipped',
        remedy: { code: 'print-a-line' },
      });
    expect(printed([id('e1')], { lines: 900, about: 5, events: 9 }).judge(logsCarryTheId).outcome).toBe(
      'fail',
    );
  });

  it('nobody can print the id of an event that has none', () => {
    expect(printed([], { nameless: true }).judge(logsCarryTheId)).toMatchObject({
      outcome: 'skipped',
      because: { code: 'events-without-ids' },
    });
  });

  it('what a lost buffer may have held is undecided', () => {
    const lost = { whole: false, prompt: false, endedMs: 99_999 };
    expect(printed([id('e1')], lost).judge(logsCarryTheId).outcome).toBe('unknown');
    expect(printed(BOTH, lost).judge(logsCarryTheId).outcome).toBe('pass');
  });

  it.each([
    ['lines come as they are printed', { whole: false, prompt: true }],
    ['nothing can be lost', { whole: true, prompt: false }],
  ])('%s: what was answered well before the end must be there', (_, seen) => {
    const wellBefore = printed([id('e1')], seen);
    expect(wellBefore.judge(logsCarryTheId).outcome).toBe('fail');
    const script = taken();
    const rightBefore = printed([id('e1')], { ...seen, endedMs: script.wallMs + 500 }, script);
    expect(rightBefore.judge(logsCarryTheId).outcome).toBe('unknown');
  });

  it('a worker that prints later gets twice the time that it took before', () => {
    for (const [moreMs, outcome] of [
      [2000, 'unknown'],
      [2001, 'fail'],
    ] as const) {
      const script = new PlayScript().object('pending', 'paid').attempt('e1');
      script.wallMs += 1000;
      script.history.append({ actor: 'observer', kind: 'log', excerpt: 'x', ...id('e1') } as HistoryEvent);
      script.attempt('e2');
      expect(
        printed([], { endedMs: script.wallMs + moreMs }, script).judge(logsCarryTheId).outcome,
        String(moreMs),
      ).toBe(outcome);
    }
  });
});

describe('without any output', () => {
  it.each([logsAreClean, logsCarryTheId])('$id is skipped, with the remedy', (invariant) => {
    expect(taken().judge(invariant)).toMatchObject({
      outcome: 'skipped',
      because: { code: 'no-view-of-output' },
      remedy: { code: 'add-view-of-output' },
    });
  });
});
