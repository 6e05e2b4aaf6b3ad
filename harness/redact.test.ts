import { describe, expect, it } from 'vitest';
import { Lost200Error } from './errors.ts';
import { createRedactor, redactEntry, redactError, redactJson, redactReport } from './redact.ts';
import { secretForms } from './secret-forms.ts';
import { runReport, scenarioReport, sentence, verdict } from '../reports/fixtures/report-parts.ts';

const KEY = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const redact = createRedactor([
  ...secretForms(`whsec_${KEY}`, 'whsec_'),
  'Bearer t0p/s3cret&more',
  't0p/s3cret&more',
  'quo"ted-one',
  'short',
]);

describe('a text', () => {
  it.each([
    ['the secret', `got whsec_${KEY}, really`, 'got [secret], really'],
    ['its base64 alone', `key=${KEY}`, 'key=[secret]'],
    ['the longest form first', 'authorization: Bearer t0p/s3cret&more', 'authorization: [secret]'],
    ['every time', 't0p/s3cret&more t0p/s3cret&more', '[secret] [secret]'],
    ['percent-encoded', 'GET /x?token=t0p%2Fs3cret%26more failed', 'GET /x?token=[secret] failed'],
    ['JSON-escaped', JSON.stringify({ seen: 'quo"ted-one' }), '{"seen":"[secret]"}'],
    ['as a form field', 'a=Bearer+t0p%2Fs3cret%26more', 'a=[secret]'],
    ['cut off at the end', `{"key":"${KEY.slice(0, 9)}`, '{"key":"[secret]'],
    ['cut off before …', `401 whsec_${KEY.slice(0, 20)}… (it is no JSON)`, '401 [secret]… (it is no JSON)'],
    ['nothing short', 'in short', 'in short'],
    ['nothing else', 'payment o1 was paid', 'payment o1 was paid'],
  ])('%s', (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it('is what it was, without secrets', () => {
    expect(createRedactor(['a', ''])('a b…')).toBe('a b…');
  });
});

describe('what leaves a run', () => {
  it('JSON: every string, no key', () => {
    expect(redactJson({ [KEY]: [KEY, 1, null, { deep: `x ${KEY}` }] }, redact)).toEqual({
      [KEY]: ['[secret]', 1, null, { deep: 'x [secret]' }],
    });
  });

  it('an entry: its free text only', () => {
    const replied = redactEntry(
      {
        actor: 'provider',
        kind: 'attempt-replied',
        attemptId: KEY,
        reply: {
          kind: 'response',
          status: 401,
          headers: { location: `/?t=${KEY}` },
          body: KEY,
          latencyMs: 1,
        },
      },
      redact,
    );
    expect(replied).toMatchObject({
      attemptId: KEY,
      reply: { status: 401, headers: { location: '/?t=[secret]' }, body: '[secret]' },
    });
    const failed = { actor: 'observer', kind: 'observer-failed', observer: 'http', objectId: 'o1' } as const;
    expect(redactEntry({ ...failed, message: KEY }, redact)).toEqual({ ...failed, message: '[secret]' });
    const note = { actor: 'control', kind: 'note', note: 'drain-failed' } as const;
    expect(redactEntry(note, redact)).toBe(note);
    expect(redactEntry({ ...note, values: KEY }, redact)).toEqual({ ...note, values: '[secret]' });
    const checked = { actor: 'control', kind: 'checked', check: 'c', objectId: 'o1' } as const;
    const differences = [{ key: 'k', expected: KEY, actual: `a ${KEY}` }];
    expect(redactEntry({ ...checked, differences, failed: KEY }, redact)).toEqual({
      ...checked,
      differences: [{ key: 'k', expected: '[secret]', actual: 'a [secret]' }],
      failed: '[secret]',
    });
    const exited = { actor: 'control', kind: 'receiver-exited', detail: KEY } as const;
    expect(redactEntry(exited, redact)).toEqual({ ...exited, detail: '[secret]' });
    const none = { kind: 'none', reason: 'broken', detail: KEY } as const;
    expect(
      redactEntry({ actor: 'provider', kind: 'attempt-replied', attemptId: 'a', reply: none }, redact),
    ).toMatchObject({ reply: { detail: '[secret]' } });
    const phase = { actor: 'control', kind: 'phase' } as const;
    expect(redactEntry(phase, redact)).toBe(phase);
  });

  it('a report: its sentences, and neither codes nor cases', () => {
    const violation = { key: 'k', subject: 'f1', expected: KEY, actual: KEY, evidence: [] };
    const told = { code: 'c', values: { tail: KEY, count: 3 }, text: `Last words: ${KEY}` };
    const report = {
      ...runReport([
        scenarioReport('a/b', 's', [
          verdict('a/b', 'no-loss', {
            outcome: 'fail',
            because: told,
            remedy: told,
            violations: [violation],
          }),
        ]),
      ]),
      notices: [
        { level: 'error', sentence: told, remedy: told },
        { level: 'info', sentence: sentence('a', 'A') },
      ],
    } as const;
    expect(JSON.stringify(report).split(KEY)).toHaveLength(11);
    const shown = redactReport(report, redact);
    expect(JSON.stringify(shown)).not.toContain(KEY);
    expect(shown.notices[0]?.sentence).toEqual({
      code: 'c',
      values: { tail: '[secret]', count: 3 },
      text: 'Last words: [secret]',
    });
    expect(redactReport(report, (text) => text)).toEqual(report);
  });

  it('an error, of ours or not', () => {
    const ours = redactError(new Lost200Error('LOST200_E_HOOK', `a ${KEY}`, `b ${KEY}`), redact);
    expect(ours).toMatchObject({ code: 'LOST200_E_HOOK', message: 'a [secret]', remedy: 'b [secret]' });
    const other = redactError(new Error(`c ${KEY}`), redact) as Error;
    expect(other.message).toBe('c [secret]');
    expect(other.stack).not.toContain(KEY);
  });
});
