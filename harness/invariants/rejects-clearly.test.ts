import { describe, expect, it } from 'vitest';
import { PlayScript, type Answer } from '../judging/fixtures/play-script.ts';
import { rejectsClearly } from './rejects-clearly.ts';

function forged(answer: Answer): PlayScript {
  return new PlayScript(undefined, { hazards: ['forgery-arrived'] })
    .object('pending')
    .claim('f1')
    .forge('e1', answer);
}

function malformed(...answers: readonly Answer[]): PlayScript {
  const script = new PlayScript(undefined, { hazards: ['poison-arrived'] }).object('pending');
  for (const answer of answers) script.attempt('e1', answer, { alter: 'malformed-json' });
  return answers.at(-1) === 200 ? script : script.end('d1', 'exhausted');
}

describe('rejects-clearly', () => {
  it.each([200, 400, 401, 403, 404, 429] as const)('%s is a clear answer', (answer) => {
    expect(forged(answer).judge(rejectsClearly)).toMatchObject({ outcome: 'pass', witnesses: 1 });
    expect(malformed(answer).judge(rejectsClearly)).toMatchObject({ outcome: 'pass', witnesses: 1 });
  });

  it.each([500, 503, 'timeout', 'broken'] as const)('%s is none', (answer) => {
    expect(forged(answer).judge(rejectsClearly)).toMatchObject({
      outcome: 'fail',
      requirement: 'should',
      violations: [{ key: `forged:${answer}`, subject: 'f1' }],
    });
    expect(malformed(answer, answer).judge(rejectsClearly).violations).toMatchObject([
      { key: `malformed:${answer}`, subject: 'f1' },
    ]);
  });

  it('one clear answer to a delivery is enough, in real time too', () => {
    expect(malformed(503, 400).judge(rejectsClearly).outcome).toBe('pass');
    expect(malformed(400, 503).judge(rejectsClearly).outcome).toBe('pass');
    const late = malformed(503, 503).attempt('e1', 400, { realGap: true, alter: 'malformed-json' });
    expect(late.judge(rejectsClearly).outcome).toBe('pass');
  });

  it.each(['refused', 'never-sent', 'reset'] as const)(
    'what never came to an answer is not judged: %s',
    (answer) => {
      expect(forged(answer).judge(rejectsClearly).outcome).toBe('skipped');
    },
  );

  it('what is rightly signed need not be refused: nobody can know at once', () => {
    const script = new PlayScript(undefined, { hazards: ['forgery-arrived'] }).object('pending').claim('f1');
    expect(script.forge('e1', 503, 'swapped-topic').judge(rejectsClearly).outcome).toBe('skipped');
  });

  it('tells how many forgeries were answered 2xx', () => {
    expect(forged(200).forge('e1').judge(rejectsClearly).because.text).toContain(
      '1 of 2 forged request(s) answered 2xx',
    );
  });
});
