import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../reports/run-report.ts';
import type { SeenEffect } from '../../simulator/history.ts';
import { learnLifecycle } from '../judging/learn.ts';
import { bothWays, clearSight, PlayScript, unclear } from '../judging/fixtures/play-script.ts';
import { judgePlay } from '../judging/judge.ts';
import { payment } from '../../simulator/lifecycles/payment.ts';
import type { Sight } from '../judging/sight.ts';
import { forgedHasNoEffect } from './forged-has-no-effect.ts';
import { invariants } from './index.ts';

/** Pending is taken; that it was paid, only a forged request says. */
function claimed(answer = 401): PlayScript {
  return scene()
    .object('pending', 'paid')
    .claim('f2')
    .attempt('e1')
    .state('o1', 'pending')
    .forge('e2', answer);
}

/** Of an object that nobody knows. */
function stranger(answer = 401): PlayScript {
  return scene().object('pending').claim('f1').forge('e1', answer);
}

/** Paid is taken, and comes again from somebody else. */
function replayed(alter = 'replayed-new-id'): PlayScript {
  return scene().object('pending', 'paid').attempt('e1').attempt('e2').forge('e2', 401, alter);
}

function scene(): PlayScript {
  return new PlayScript(payment, { hazards: ['forgery-arrived'] });
}

function failedOf(script: PlayScript): readonly string[] {
  const all = judgePlay(script.record, [clearSight()], invariants);
  return all.filter((verdict) => verdict.outcome === 'fail').map((verdict) => verdict.invariant);
}

describe('forged-has-no-effect', () => {
  it.each([401, 200, 500])('an effect that only a forgery can have brought, answered %s', (answer) => {
    const outcomes = bothWays(forgedHasNoEffect, (changed) =>
      claimed(answer)
        .enter('final')
        .effects('o1', ...(changed ? ['ledger e2'] : []))
        .state('o1', 'pending'),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('counts by object where the receiver names no events', () => {
    const outcomes = bothWays(forgedHasNoEffect, (changed) =>
      claimed()
        .enter('final')
        .effects('o1', ...(changed ? ['ledger'] : []))
        .state('o1', 'pending'),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('names the kind, what was answered, and the forged attempt', () => {
    const script = claimed(200).enter('final').effects('o1', 'ledger e2').state('o1', 'pending');
    const [violation] = script.judge(forgedHasNoEffect).violations;
    expect(violation).toMatchObject({ key: 'forged:ledger', subject: 'f2' });
    expect(violation?.actual).toBe('1 × ledger (seen by http); forged: answered 200');
    const started = script.record.forged[0]?.startedAt;
    expect(violation?.evidence).toContain(started);
  });

  it('a state that only a forgery can have brought, at any read', () => {
    const outcomes = bothWays(forgedHasNoEffect, (changed) =>
      claimed()
        .state('o1', changed ? 'paid' : 'pending')
        .enter('final')
        .effects('o1')
        .state('o1', 'pending'),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('an object that only a forgery spoke of', () => {
    const build = (state: string | null): Verdict =>
      stranger().enter('final').effects('o1').state('o1', state).judge(forgedHasNoEffect);
    expect(build(null)).toMatchObject({ outcome: 'pass', witnesses: 1 });
    expect(build('pending')).toMatchObject({ outcome: 'fail', violations: [{ key: 'forged:state' }] });
  });

  it('not where objects are shown so before anything has happened to them, or were arranged so', () => {
    const sight: Sight = { ...clearSight(), before: [null, 'pending'] };
    const script = stranger().enter('final').effects('o1').state('o1', 'pending');
    expect(script.judge(forgedHasNoEffect, [sight]).outcome).toBe('skipped');
  });

  it('not for a state that may be how something is shown that the provider told', () => {
    const sight: Sight = { ...clearSight(), statesOf: ['pending', 'paid'] };
    const script = scene().object('pending', 'failed', 'paid').claim('f3').attempt('e1').attempt('e2');
    script.forge('e3').enter('final').effects('o1').state('o1', 'paid');
    expect(script.judge(forgedHasNoEffect, [sight]).outcome).toBe('pass');
    expect(script.judge(forgedHasNoEffect).outcome).toBe('fail');
  });

  it('a state is explained by what the provider tells later only from then on', () => {
    const early = scene()
      .object('pending', 'paid')
      .attempt('e1')
      .forge('e2')
      .state('o1', 'paid')
      .attempt('e2');
    early.enter('final').effects('o1', 'ledger e2').state('o1', 'paid');
    expect(early.judge(forgedHasNoEffect).violations).toMatchObject([{ key: 'forged:state' }]);
    const late = scene()
      .object('pending', 'paid')
      .attempt('e1')
      .forge('e2')
      .attempt('e2')
      .state('o1', 'paid');
    late.enter('final').effects('o1', 'ledger e2').state('o1', 'paid');
    expect(late.judge(forgedHasNoEffect).outcome).toBe('pass');
  });

  it('a genuine fact that a forgery repeats takes effect once', () => {
    const outcomes = bothWays(forgedHasNoEffect, (changed) =>
      replayed()
        .enter('final')
        .effects('o1', 'ledger e2', ...(changed ? ['ledger e2-again-2/strange'] : []))
        .state('o1', 'paid'),
    );
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('what is asked for by event is not seen under an id that nobody knows', () => {
    const script = replayed('replayed-unsigned-id')
      .enter('final')
      .effects('o1', 'ledger e2')
      .state('o1', 'paid');
    expect(script.judge(forgedHasNoEffect).outcome).toBe('skipped');
    const byObject = { ...clearSight(), readsBy: 'object' as const };
    expect(script.judge(forgedHasNoEffect, [byObject]).outcome).toBe('pass');
  });

  it('a receiver that asks the provider for the truth is right to do what that says', () => {
    const script = scene().object('pending', 'paid', 'refunded').claim('f3').attempt('e1').forge('e3', 200);
    script.told('o1', 'f1', 'f2').enter('final').effects('o1', 'ledger').state('o1', 'paid');
    expect(script.judge(forgedHasNoEffect).outcome).toBe('pass');
    expect(failedOf(script)).toEqual([]);
  });

  it('nobody else speaks of what only a forgery brought', () => {
    const script = claimed(200).enter('final').effects('o1', 'ledger e2').state('o1', 'paid');
    expect(failedOf(script)).toEqual(['forged-has-no-effect']);
    const again = replayed().enter('final').effects('o1', 'ledger e2', 'ledger e2').state('o1', 'paid');
    expect(failedOf(again)).toEqual(['forged-has-no-effect']);
    const known = stranger(200).enter('final').effects('o1').state('o1', 'pending');
    expect(failedOf(known)).toEqual(['forged-has-no-effect']);
  });

  it.each([401, 200])('nobody speaks where nothing was done: %s', (answer) => {
    expect(failedOf(claimed(answer).enter('final').effects('o1').state('o1', 'pending'))).toEqual([]);
    expect(failedOf(stranger(answer).enter('final').effects('o1').state('o1', null))).toEqual([]);
  });

  it('plays without forgeries say nothing, whoever sees', () => {
    const script = new PlayScript().object('paid').attempt('e1').enter('final').effects('o1', 'ledger e1');
    for (const sights of [[], [clearSight()]])
      expect(script.judge(forgedHasNoEffect, sights)).toMatchObject({
        outcome: 'skipped',
        because: { code: 'nothing-to-judge' },
      });
  });

  it('without a view it is skipped, with a spoiled one unknown; states alone decide what they can', () => {
    const script = claimed().enter('final').effects('o1').state('o1', 'pending');
    expect(script.judge(forgedHasNoEffect, [])).toMatchObject({
      outcome: 'skipped',
      because: { code: 'no-view-of-effects' },
    });
    const spoiled = { ...clearSight(), effects: { ledger: unclear(false) } };
    expect(script.judge(forgedHasNoEffect, [spoiled]).outcome).toBe('unknown');
    const states = { ...clearSight(), effects: { ledger: unclear(true) } };
    const verdict = script.judge(forgedHasNoEffect, [states]);
    expect(verdict.outcome).toBe('pass');
    expect(verdict.because.text).toContain('by states; forged requests answered 401');
  });
});

/** A receiver of which calm weather showed rows of these kinds: an inbox with every event, a ledger with payments. */
function learned(...kinds: readonly ('inbox' | 'ledger')[]): Sight {
  const { facts } = new PlayScript().object('pending', 'paid').plan;
  const readings = [0, 1, 2].map((count) => {
    const lived = facts.slice(0, count);
    const effects = lived.flatMap(({ fact }) =>
      kinds
        .filter((kind) => kind === 'inbox' || fact === 'paid')
        .map((kind) => row(kind, { event: `{${fact}}`, state: 'done' })),
    );
    return { objectId: 'o1', facts: lived, state: null, effects };
  });
  const lifecycle = learnLifecycle(payment, readings);
  const ends = readings.map(({ facts: lived, ...end }) => ({ ...end, walk: lived.map(({ fact }) => fact) }));
  return {
    ...clearSight(lifecycle),
    readsBy: 'object',
    lifecycle,
    reference: { ends, loose: [] },
    doubts: {},
  };
}

function row(kind: string, cells: Readonly<Record<string, string>>): SeenEffect {
  return { kind, row: cells };
}

describe('where the meaning of rows was learned', () => {
  const played = (...rows: readonly SeenEffect[]): PlayScript =>
    claimed()
      .enter('final')
      .effects('o1', row('inbox', { event: '{e1}', state: 'done' }), ...rows);
  const paid = { event: '{e2}', state: 'done' };

  it('everything that a clean event brings is an effect', () => {
    const script = played(row('inbox', paid), row('ledger', paid));
    const verdict = script.judge(forgedHasNoEffect, [learned('inbox', 'ledger')]);
    expect(verdict.violations.map(({ key }) => key)).toEqual(['forged:inbox', 'forged:ledger']);
  });

  it('a note of what was refused is none', () => {
    expect(played().judge(forgedHasNoEffect, [learned('inbox', 'ledger')]).outcome).toBe('pass');
    const noted = played(row('inbox', paid));
    expect(noted.judge(forgedHasNoEffect, [learned('inbox', 'ledger')])).toMatchObject({
      outcome: 'unknown',
      because: { code: 'forgery-may-be-noted' },
    });
  });

  it('nor is a row that is marked as no clean one ever was', () => {
    const marked = played(row('inbox', { event: '{e2}', state: 'invalid' }));
    expect(marked.judge(forgedHasNoEffect, [learned('inbox')]).outcome).toBe('unknown');
    const unmarked = played(row('inbox', paid));
    expect(unmarked.judge(forgedHasNoEffect, [learned('inbox')]).outcome).toBe('fail');
  });

  it('nor are kinds of which nobody can tell, or that calm weather never brought', () => {
    const doubt = unclear(false);
    const doubts = doubt.clear ? {} : { inbox: { because: doubt.because, remedy: doubt.remedy } };
    const noted = played(row('inbox', paid));
    expect(noted.judge(forgedHasNoEffect, [{ ...learned('inbox'), doubts }]).outcome).toBe('unknown');
    const audited = played(row('refusals', { event: '{e2}' }));
    expect(audited.judge(forgedHasNoEffect, [learned('inbox', 'ledger')]).outcome).toBe('pass');
  });
});
