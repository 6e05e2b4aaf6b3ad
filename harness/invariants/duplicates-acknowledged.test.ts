import { describe, expect, it } from 'vitest';
import { bothWays, PlayScript } from '../judging/fixtures/play-script.ts';
import { duplicatesAcknowledged } from './duplicates-acknowledged.ts';

function repeated(): { readonly script: PlayScript; readonly delivery: string } {
  const script = new PlayScript().object('pending', 'paid').attempt('e1');
  const delivery = script.again('e1');
  return { script, delivery };
}

describe('duplicates-acknowledged', () => {
  it('a repeat of what was acknowledged is acknowledged', () => {
    const outcomes = bothWays(duplicatesAcknowledged, (refused) => {
      const { script, delivery } = repeated();
      script.attempt('e1', refused ? 409 : 200, { delivery });
      return refused ? script.end(delivery, 'exhausted') : script;
    });
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('names the refusal, not the delivery, and tells of one repeat once', () => {
    const { script, delivery } = repeated();
    for (let attempt = 0; attempt < 8; attempt += 1) script.attempt('e1', 409, { delivery });
    const { violations } = script.end(delivery, 'exhausted').judge(duplicatesAcknowledged);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toMatchObject({ key: 'refused:409', subject: 'f1' });
    const evidence = violations[0]?.evidence ?? [];
    expect(evidence).toEqual([...new Set(evidence)].sort((left, right) => left - right));
  });

  it('a retry after a lost 200 is a repeat', () => {
    const outcomes = bothWays(duplicatesAcknowledged, (refused) => {
      const script = new PlayScript().object('pending').attempt('e1', 200, { lost: true });
      if (!refused) return script.attempt('e1');
      for (let attempt = 2; attempt <= 8; attempt += 1) script.attempt('e1', 409);
      return script.end('d1', 'exhausted');
    });
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('refused at first and taken by its own retry is taken; refused for ever is not', () => {
    const outcomes = bothWays(duplicatesAcknowledged, (forever) => {
      const { script, delivery } = repeated();
      script.attempt('e1', 500, { delivery }).attempt('e1', forever ? 500 : 200, { delivery });
      return forever ? script.end(delivery, 'exhausted') : script;
    });
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('a concurrent loser may be refused while the winner is at work, and is taken next time', () => {
    const outcomes = bothWays(duplicatesAcknowledged, (forever) => {
      const script = new PlayScript().object('pending');
      const delivery = script.again('e1');
      const winner = script.begin('e1');
      script.begin('e1', { delivery }).answer(409);
      winner.answer(200);
      script.attempt('e1', forever ? 409 : 200, { delivery });
      return forever ? script.end(delivery, 'exhausted') : script;
    });
    expect(outcomes).toEqual(['pass', 'fail']);
  });

  it('a copy that began before the first 200 was read to its end is no repeat', () => {
    const outcomes = bothWays(duplicatesAcknowledged, (afterwards) => {
      const script = new PlayScript().object('pending');
      const delivery = script.again('e1');
      const winner = script.begin('e1');
      if (afterwards) winner.answer(200);
      const loser = script.begin('e1', { delivery });
      if (!afterwards) winner.answer(200);
      loser.answer(409);
      return script.end(delivery, 'exhausted');
    });
    expect(outcomes).toEqual(['skipped', 'fail']);
  });

  it('the first one of several events of a fact says nothing of the others', () => {
    const script = new PlayScript().object('pending').attempt('e1');
    const other = script.announceAgain('e1');
    script.attempt(other, 409).end(`d-${other}`, 'exhausted');
    expect(script.judge(duplicatesAcknowledged).outcome).toBe('skipped');
  });

  it('a repeat that died on the wire is not judged', () => {
    const { script, delivery } = repeated();
    script.attempt('e1', 'reset', { delivery }).attempt('e1', 'never-sent', { delivery });
    expect(script.end(delivery, 'exhausted').judge(duplicatesAcknowledged).outcome).toBe('skipped');
  });

  it('a refused repeat whose schedule is not over is not judged yet', () => {
    const { script, delivery } = repeated();
    expect(script.attempt('e1', 503, { delivery }).judge(duplicatesAcknowledged).outcome).toBe('skipped');
  });

  it('taken only at real intervals: undecided', () => {
    const outcomes = bothWays(duplicatesAcknowledged, (refused) => {
      const { script, delivery } = repeated();
      script.attempt('e1', 409, { delivery }).end(delivery, 'exhausted');
      return script.attempt('e1', refused ? 409 : 200, { delivery, realGap: true });
    });
    expect(outcomes).toEqual(['unknown', 'fail']);
  });

  it('where some were taken at real intervals, those that were not tried are undecided too', () => {
    const outcomes = bothWays(duplicatesAcknowledged, (tried) => {
      const { script, delivery } = repeated();
      const other = script.again('e1');
      for (const one of [delivery, other]) script.attempt('e1', 409, { delivery: one }).end(one, 'exhausted');
      script.attempt('e1', 200, { delivery, realGap: true });
      if (tried) script.attempt('e1', 409, { delivery: other, realGap: true });
      return script;
    });
    expect(outcomes).toEqual(['unknown', 'fail']);
  });

  it('410 to a repeat disables it, and is a refusal', () => {
    const { script, delivery } = repeated();
    script.attempt('e1', 410, { delivery }).end(delivery, 'disabled');
    expect(script.judge(duplicatesAcknowledged).violations[0]?.key).toBe('refused:410');
  });
});
