import { describe, expect, it } from 'vitest';
import { PlayScript } from '../judging/fixtures/play-script.ts';
import { readPlay } from '../../simulator/record.ts';
import type { Reply } from '../../simulator/model.ts';
import { handshakeAnswered } from './handshake-answered.ts';
import type { Finding } from './invariant.ts';

const ok: Reply = { kind: 'response', status: 200, headers: {}, body: '', latencyMs: 1 };

function judge(...answers: readonly { readonly reply: Reply; readonly problem?: string }[]): Finding {
  const script = new PlayScript().object('pending');
  for (const one of answers)
    script.history.append({ actor: 'provider', kind: 'handshake', handshake: 'zoom-url-validation', ...one });
  return handshakeAnswered.judge(readPlay(script.plan, script.history.entries), []);
}

describe('handshake-answered', () => {
  it('has nothing to say where nothing was asked', () => {
    expect(judge()).toEqual({ judged: [], violations: [] });
  });

  it('holds where nothing is wrong with the answer', () => {
    expect(judge({ reply: ok })).toEqual({ judged: ['zoom-url-validation'], violations: [] });
  });

  it('says what is wrong, and where', () => {
    expect(judge({ reply: ok, problem: 'it was answered 404, not 200' })).toMatchObject({
      judged: ['zoom-url-validation'],
      violations: [
        {
          key: 'zoom-url-validation',
          actual: 'it was answered 404, not 200',
          evidence: [expect.any(Number)],
        },
      ],
    });
  });

  it('does not judge what we ended ourselves', () => {
    const reply: Reply = { kind: 'none', reason: 'aborted', detail: '' };
    expect(judge({ reply, problem: 'there was no answer (aborted)' })).toEqual({
      judged: [],
      violations: [],
    });
  });
});
