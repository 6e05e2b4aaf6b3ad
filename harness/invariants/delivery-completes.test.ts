import { describe, expect, it } from 'vitest';
import { bothWays, PlayScript, type Answer } from '../judging/fixtures/play-script.ts';
import { deliveryCompletes } from './delivery-completes.ts';

/** One answer to every attempt but the last, then the last, then the end that follows from it. */
function schedule(answer: Answer, last: Answer): PlayScript {
  const script = new PlayScript().object('pending', 'paid');
  for (let attempt = 1; attempt < 8; attempt += 1) script.attempt('e1', answer);
  script.attempt('e1', last);
  return last === 200 ? script : script.end('d1', 'exhausted');
}

describe('delivery-completes', () => {
  it('a 404 until the parent exists heals; one for ever does not', () => {
    expect(bothWays(deliveryCompletes, (forever) => schedule(404, forever ? 404 : 200))).toEqual([
      'pass',
      'fail',
    ]);
  });

  it('says how it was answered, in a key without identifiers', () => {
    const [violation] = schedule(500, 422).judge(deliveryCompletes).violations;
    expect(violation).toMatchObject({ key: 'exhausted:422', subject: 'f1' });
    expect(violation?.actual).toBe('exhausted after 8 attempts, the last answered 422');
  });

  it.each(['never-sent', 'refused', 'cut-short'] as const)(
    'what never reached it (%s) is not judged',
    (answer) => {
      expect(schedule(answer, answer).judge(deliveryCompletes).outcome).toBe('skipped');
    },
  );

  it.each(['reset', 'gave-up', 'aborted'] as const)(
    'nor is what we ended ourselves before it could answer (%s)',
    (answer) => {
      expect(schedule(answer, answer).judge(deliveryCompletes).outcome).toBe('skipped');
    },
  );

  it.each(['timeout', 'broken'] as const)('what it let die (%s) is', (answer) => {
    expect(schedule(answer, answer).judge(deliveryCompletes).violations[0]?.key).toBe(`exhausted:${answer}`);
  });

  it('what it took and the provider never learned of is taken', () => {
    const outcomes = bothWays(deliveryCompletes, (refused) => {
      const script = new PlayScript().object('pending');
      for (let attempt = 1; attempt <= 8; attempt += 1)
        script.attempt('e1', refused ? 500 : 200, { lost: true });
      return script.end('d1', 'exhausted');
    });
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('the last attempt that reached it counts', () => {
    const script = new PlayScript().object('pending').attempt('e1', 500);
    script.attempt('e1', 'never-sent').end('d1', 'exhausted');
    expect(script.judge(deliveryCompletes).violations[0]?.key).toBe('exhausted:500');
  });

  it('410 disables the endpoint', () => {
    const script = new PlayScript().object('pending').attempt('e1', 410).end('d1', 'disabled');
    expect(script.judge(deliveryCompletes).violations[0]?.key).toBe('disabled:410');
  });

  it('a delivery that is not over is not judged', () => {
    const script = new PlayScript().object('pending').attempt('e1', 500);
    expect(script.judge(deliveryCompletes).outcome).toBe('skipped');
  });

  it('taken only at real intervals: undecided', () => {
    const outcomes = bothWays(deliveryCompletes, (refused) =>
      schedule(500, 500).attempt('e1', refused ? 500 : 200, { realGap: true }),
    );
    expect(outcomes).toEqual(['unknown', 'fail']);
  });

  it('where some were taken at real intervals, those that were not tried are undecided too', () => {
    const outcomes = bothWays(deliveryCompletes, (tried) => {
      const script = schedule(500, 500).attempt('e2', 500).end('d2', 'exhausted');
      script.attempt('e1', 200, { realGap: true });
      return tried ? script.attempt('e2', 500, { realGap: true }) : script;
    });
    expect(outcomes).toEqual(['unknown', 'fail']);
  });

  it('where none was, those that were not tried failed as well', () => {
    const script = schedule(500, 500).attempt('e2', 500).end('d2', 'exhausted');
    script.attempt('e1', 500, { realGap: true });
    expect(script.judge(deliveryCompletes).violations).toHaveLength(2);
  });
});
