import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict, Violation } from '../../reports/run-report.ts';
import { invariants } from '../invariants/index.ts';
import type { Finding, Invariant } from '../invariants/invariant.ts';
import { clearSight, PlayScript, type Answer } from './fixtures/play-script.ts';
import { judgePlay, requirementOf, unjudged } from './judge.ts';
import { say } from './say.ts';

const WORDS = { because: say('why', 'why'), remedy: say('what', 'what') };
const VIOLATION: Violation = { key: 'k', subject: 'f1', expected: '', actual: '', evidence: [] };

function invariant(finding: Partial<Finding> | Error, rest: Partial<Invariant> = {}): Invariant {
  return {
    id: 'made-up',
    title: 'It holds.',
    mend: 'Mend it.',
    requirement: () => 'must',
    witnesses: 'touched',
    safety: false,
    judge: () => {
      if (finding instanceof Error) throw finding;
      return { judged: ['f1', 'f2'], violations: [], ...finding };
    },
    ...rest,
  };
}

/** A play in which the hazard `repeat-after-ack` happened to f1, or to nothing. */
function play(happened: boolean, hazards: readonly string[] = ['repeat-after-ack']): PlayScript {
  const script = new PlayScript(undefined, { hazards }).object('pending', 'paid').attempt('e1').attempt('e2');
  return happened ? script.attempt('e1', 200, { delivery: script.again('e1') }) : script;
}

const undecided = WORDS;
const blind = { missing: false, ...WORDS };
const missing = { missing: true, ...WORDS };

describe('a verdict', () => {
  it('passes with the facts that the hazard touched as witnesses', () => {
    expect(play(true).judge(invariant({}))).toMatchObject({ outcome: 'pass', witnesses: 1 });
    expect(play(true).judge(invariant({}, { witnesses: 'all' }))).toMatchObject({
      outcome: 'pass',
      witnesses: 2,
    });
    expect(play(true, []).judge(invariant({}))).toMatchObject({ outcome: 'pass', witnesses: 2 });
  });

  it('counts each fact once', () => {
    const verdict = play(true).judge(invariant({ judged: ['f1', 'f1', 'f1'] }));
    expect(verdict).toMatchObject({ witnesses: 1, because: { values: { witnesses: 1, note: '' } } });
  });

  it('is skipped when the judged facts are not those that the hazard touched', () => {
    const verdict = play(true).judge(invariant({ judged: ['f2'] }));
    expect(verdict).toMatchObject({
      outcome: 'skipped',
      because: { code: 'nothing-to-judge' },
      witnesses: 0,
    });
  });

  it('is skipped when the hazard did not happen, and says which', () => {
    const verdict = play(false).judge(invariant({}));
    expect(verdict).toMatchObject({ outcome: 'skipped', because: { code: 'hazard-not-created' } });
    expect(verdict.because.text).toContain('sent again after it had been acknowledged');
  });

  it('any one of several hazards is enough', () => {
    expect(play(true, ['replay', 'repeat-after-ack']).judge(invariant({})).outcome).toBe('pass');
  });

  it('of a check that throws is unknown', () => {
    const verdict = play(true).judge(invariant(new Error('boom')));
    expect(verdict).toMatchObject({ outcome: 'unknown', because: { code: 'check-broke' }, violations: [] });
    expect(verdict.because.text).toContain('boom');
  });

  it('one check that throws leaves the others alone', () => {
    const both = judgePlay(play(true).record, [], [invariant(new Error('boom')), invariant({})]);
    expect(both.map((verdict) => verdict.outcome)).toEqual(['unknown', 'pass']);
  });

  // From the strongest to the weakest; each with everything that is weaker.
  it('fail > hazard not created > blind > undecided > nothing to judge > pass', () => {
    const fails = { violations: [VIOLATION] };
    const outcomes = [
      play(false).judge(invariant({ ...fails, blind, undecided, judged: [] })),
      play(false).judge(invariant({ blind, undecided, judged: [] })),
      play(true).judge(invariant({ blind, undecided, judged: [] })),
      play(true).judge(invariant({ blind: missing, undecided, judged: [] })),
      play(true).judge(invariant({ undecided, judged: [] })),
      play(true).judge(invariant({ judged: [] })),
      play(true).judge(invariant({})),
    ].map((verdict) => `${verdict.outcome} ${verdict.because.code}`);
    expect(outcomes).toEqual([
      'fail broken:made-up',
      'skipped hazard-not-created',
      'unknown why',
      'skipped why',
      'unknown why',
      'skipped nothing-to-judge',
      'pass held',
    ]);
  });

  it('of a receiver that ended, or of an interrupted play, only violations of safety stand', () => {
    for (const cut of [(script: PlayScript) => script.exit(), (script: PlayScript) => script.interrupt()]) {
      const outcome = (finding: Partial<Finding>, safety: boolean): Verdict['outcome'] =>
        cut(play(true)).judge(invariant(finding, { safety })).outcome;
      expect(outcome({ violations: [VIOLATION] }, true)).toBe('fail');
      expect(outcome({ violations: [VIOLATION] }, false)).toBe('unknown');
      expect(outcome({}, true)).toBe('unknown');
      expect(cut(play(false)).judge(invariant({})).outcome).toBe('unknown');
    }
  });

  it('a failure has at least as many witnesses as violations, and tells how to mend it', () => {
    const verdict = play(false).judge(invariant({ violations: [VIOLATION, VIOLATION], judged: [] }));
    expect(verdict).toMatchObject({ witnesses: 2, remedy: { code: 'mend:made-up', text: 'Mend it.' } });
    expect(verdict.violations).toHaveLength(2);
  });

  it('is a must only if both the scenario and the invariant say so', () => {
    const of = (scenario: 'must' | 'should', own: 'must' | 'should'): string => {
      const script = new PlayScript(undefined, { requirement: scenario }).object('pending');
      return requirementOf(script.plan, invariant({}, { requirement: () => own }));
    };
    expect([of('must', 'must'), of('must', 'should'), of('should', 'must'), of('should', 'should')]).toEqual([
      'must',
      'should',
      'should',
      'should',
    ]);
  });

  it('names its case, also when the plan was not judged', () => {
    const { plan } = new PlayScript().object('pending');
    const verdicts = unjudged(plan, invariants, 'unknown', say('not-played', 'not played'));
    expect(verdicts.map((verdict) => verdict.case)).toEqual(invariants.map((one) => `test/script#${one.id}`));
    expect(new Set(verdicts.map((verdict) => `${verdict.outcome} ${verdict.witnesses}`))).toEqual(
      new Set(['unknown 0']),
    );
    expect(verdicts[0]).not.toHaveProperty('remedy');
  });
});

describe('whatever the history', () => {
  const answers = fc.constantFrom<Answer[]>(
    200,
    204,
    404,
    409,
    410,
    500,
    'timeout',
    'reset',
    'never-sent',
    'gave-up',
  );
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('attempt' as const),
      event: fc.integer({ min: 1, max: 4 }),
      answer: answers,
    }),
    fc.record({
      kind: fc.constant('state' as const),
      state: fc.constantFrom('pending', 'paid', 'refunded', 'x', null),
    }),
    fc.record({
      kind: fc.constant('effects' as const),
      effects: fc.array(fc.constantFrom('ledger', 'ledger e2', 'ledger e3', 'mail')),
    }),
    fc.record({ kind: fc.constantFrom('told' as const, 'final' as const, 'exit' as const) }),
    fc.record({ kind: fc.constant('end' as const), event: fc.integer({ min: 1, max: 4 }) }),
  );

  it('no check breaks, a pass has witnesses, a failure has violations, and evidence is there', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.boolean(), (steps, hazard) => {
        const script = new PlayScript(undefined, { hazards: hazard ? ['repeat-after-ack'] : [] });
        script.object('pending', 'paid', 'refunded').probe();
        for (const one of steps) {
          if (one.kind === 'attempt') script.attempt(`e${one.event}`, one.answer);
          else if (one.kind === 'state') script.state('o1', one.state);
          else if (one.kind === 'effects') script.effects('o1', ...one.effects);
          else if (one.kind === 'told') script.told('o1', 'f1', 'f2');
          else if (one.kind === 'final') script.enter('final');
          else if (one.kind === 'end') script.end(`d${one.event}`, 'exhausted');
          else script.exit();
        }
        const { length } = script.history;
        for (const verdict of judgePlay(script.record, [clearSight()], invariants)) {
          expect(verdict.because.code).not.toBe('check-broke');
          if (verdict.outcome === 'pass') expect(verdict.witnesses).toBeGreaterThan(0);
          expect(verdict.violations.length > 0).toBe(verdict.outcome === 'fail');
          if (verdict.outcome !== 'pass') expect(verdict.because.text).not.toBe('');
          for (const { evidence, key, subject } of verdict.violations) {
            expect(evidence.every((index) => index >= 0 && index < length)).toBe(true);
            expect(evidence).not.toEqual([]);
            expect(subject).not.toBe('');
            expect(key).not.toMatch(/\b[oefd]\d+\b/);
          }
        }
      }),
      { numRuns: 300, seed: 200 },
    );
  });
});
