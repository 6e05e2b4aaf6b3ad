/** For each hazard a history in which it happened, and one that differs a little in which it did not. */
import { describe, expect, it } from 'vitest';
import { PlayScript } from '../../harness/judging/fixtures/play-script.ts';
import { subscription } from '../lifecycles/subscription.ts';
import { hazards } from './index.ts';

/** Facts that the hazard touched in the history with and without it. */
function touched(id: string, build: (happens: boolean) => PlayScript): readonly string[] {
  const hazard = hazards.find((one) => one.id === id);
  if (hazard === undefined) throw new RangeError(id);
  return [true, false].map((happens) => hazard.touched(build(happens).record).join());
}

const two = (): PlayScript => new PlayScript().object('pending', 'paid');

describe('hazards', () => {
  it('retry-after-lost-reply: the 200 was lost, or it was not', () => {
    const facts = touched('retry-after-lost-reply', (lost) =>
      two()
        .attempt('e2', 200, lost ? { lost: true } : {})
        .attempt('e2'),
    );
    expect(facts).toEqual(['f2', '']);
    expect(
      touched('retry-after-lost-reply', (again) => {
        const script = two().attempt('e2', 200, { lost: true });
        return again ? script.attempt('e2', 'reset') : script.attempt('e2', 'never-sent');
      }),
    ).toEqual(['f2', '']);
  });

  it('repeat-after-ack: after the 200, or beside it', () => {
    const facts = touched('repeat-after-ack', (after) => {
      const script = two();
      const delivery = script.again('e2');
      const first = script.begin('e2');
      if (after) first.answer(200);
      script.attempt('e2', 409, { delivery });
      if (!after) first.answer(200);
      return script;
    });
    expect(facts).toEqual(['f2', '']);
  });

  it('repeat-after-newer: the newer one was acknowledged before the repeat, or after it', () => {
    const facts = touched('repeat-after-newer', (before) => {
      const script = two().attempt('e1');
      const delivery = script.again('e1');
      if (before) script.attempt('e2');
      script.attempt('e1', 200, { delivery });
      return before ? script : script.attempt('e2');
    });
    expect(facts).toEqual(['f1', '']);
  });

  it('repeat-after-newer: a first delivery after the newer one is no repeat', () => {
    const facts = touched('repeat-after-newer', (first) => {
      const script = two()
        .attempt('e1', first ? 200 : 500)
        .attempt('e2');
      return script.attempt('e1');
    });
    expect(facts).toEqual(['f1', '']);
  });

  it('older-after-newer: the older one reached it first after the newer one, or was there before', () => {
    const facts = touched('older-after-newer', (unreached) =>
      two()
        .attempt('e1', unreached ? 'never-sent' : 500)
        .attempt('e2')
        .attempt('e1'),
    );
    expect(facts).toEqual(['f1', '']);
    expect(
      touched('older-after-newer', (taken) =>
        two()
          .attempt('e2', taken ? 200 : 500)
          .attempt('e1'),
      ),
    ).toEqual(['f1', '']);
  });

  it('older-after-newer: of two facts of one instant none is older', () => {
    const script = new PlayScript().object('paid', '=refunded').attempt('e2').attempt('e1');
    expect(touched('older-after-newer', () => script)).toEqual(['', '']);
  });

  it('overlap-same-event and overlap-same-object: together, or one after the other', () => {
    const build =
      (second: string) =>
      (together: boolean): PlayScript => {
        const script = two();
        const delivery = second === 'e1' ? script.again('e1') : 'd2';
        const first = script.begin('e1');
        if (!together) first.answer(200);
        script.attempt(second, 200, { delivery });
        if (together) first.answer(200);
        return script;
      };
    expect(touched('overlap-same-event', build('e1'))).toEqual(['f1', '']);
    expect(touched('overlap-same-event', build('e2'))).toEqual(['', '']);
    expect(
      touched('overlap-same-object', build('e2')).map((facts) => facts.split(',').sort().join()),
    ).toEqual(['f1,f2', '']);
    expect(touched('overlap-same-object', build('e1'))).toEqual(['', '']);
  });

  it('overlaps of different objects are none', () => {
    const script = new PlayScript().object('pending').object('pending');
    const first = script.begin('e1');
    script.attempt('e2');
    first.answer(200);
    expect(touched('overlap-same-object', () => script)).toEqual(['', '']);
  });

  it('overlap-after-give-up: the retry came while the handler was at work, or when it had answered', () => {
    const facts = touched('overlap-after-give-up', (atWork) => {
      const script = two();
      const first = script.begin('e2', { fault: 'give-up' });
      first.answer('gave-up');
      if (!atWork) first.late(200);
      const second = script.begin('e2');
      if (atWork) first.late(200);
      second.answer(200);
      return script;
    });
    expect(facts).toEqual(['f2', '']);
  });

  it('client-gone: we ended it on purpose and sent it again, or it broke by itself', () => {
    for (const [fault, answer] of [
      ['reset', 'reset'],
      ['give-up', 'gave-up'],
    ] as const) {
      const facts = touched('client-gone', (ours) =>
        two()
          .attempt('e2', ours ? answer : 'broken', ours ? { fault } : {})
          .attempt('e2'),
      );
      expect(facts).toEqual(['f2', '']);
    }
    expect(
      touched('client-gone', (again) => {
        const script = two().attempt('e2', 'reset', { fault: 'reset' });
        return again ? script.attempt('e2') : script;
      }),
    ).toEqual(['f2', '']);
  });

  it('same-instant: two facts without an order were both acknowledged', () => {
    const facts = touched('same-instant', (tied) =>
      new PlayScript()
        .object('pending', 'paid', tied ? '=refunded' : 'refunded')
        .attempt('e2')
        .attempt('e3'),
    );
    expect(facts.map((one) => one.split(',').sort().join())).toEqual(['f2,f3', '']);
    expect(
      touched('same-instant', (both) =>
        new PlayScript()
          .object('paid', '=refunded')
          .attempt('e1')
          .attempt('e2', both ? 200 : 500),
      )[1],
    ).toBe('');
  });

  it('event-after-end: an older one came after the end had been acknowledged, or before', () => {
    const facts = touched('event-after-end', (after) => {
      const script = new PlayScript().object('pending', 'cancelled');
      return after ? script.attempt('e2').attempt('e1') : script.attempt('e1').attempt('e2');
    });
    expect(facts).toEqual(['f1,f2', '']);
    expect(
      touched('event-after-end', (isEnd) => {
        const script = new PlayScript().object('pending', isEnd ? 'cancelled' : 'paid');
        return script.attempt('e2').attempt('e1');
      }),
    ).toEqual(['f1,f2', '']);
  });

  it('other-object-of-owner: one owner, or two', () => {
    const facts = touched('other-object-of-owner', (one) =>
      new PlayScript(subscription)
        .object('created')
        .owned('w1')
        .object('created')
        .owned(one ? 'w1' : 'w2')
        .attempt('e1')
        .attempt('e2'),
    );
    expect(facts.map((some) => some.split(',').sort().join())).toEqual(['f1,f2', '']);
  });

  it('older-generation: the end of the earlier object came after the later one, or before', () => {
    const facts = touched('older-generation', (late) => {
      const script = new PlayScript(subscription)
        .object('created', 'canceled')
        .owned('w1')
        .objectFrom(10_000, 'created')
        .owned('w1')
        .attempt('e1');
      return late ? script.attempt('e3').attempt('e2') : script.attempt('e2').attempt('e3');
    });
    expect(facts.map((some) => some.split(',').sort().join())).toEqual(['f2,f3', '']);
  });

  it('second-announcement: both events were acknowledged, or one', () => {
    const facts = touched('second-announcement', (both) => {
      const script = two();
      const again = script.announceAgain('e2');
      return script.attempt('e2').attempt(again, both ? 200 : 500);
    });
    expect(facts).toEqual(['f2', '']);
  });

  it('outage: it got through after attempts that reached nobody, or after refusals', () => {
    for (const answer of ['never-sent', 'refused', 'cut-short'] as const)
      expect(
        touched('outage', (away) =>
          two()
            .attempt('e1', away ? answer : 503)
            .attempt('e1'),
        ),
      ).toEqual(['f1', '']);
    expect(
      touched('outage', (through) =>
        two()
          .attempt('e1', 'refused')
          .attempt('e1', through ? 200 : 500),
      ),
    ).toEqual(['f1', '']);
  });

  it('replay: what is replayed had been acknowledged, or had not', () => {
    const facts = touched('replay', (taken) => {
      const script = two().attempt('e1', taken ? 200 : 500);
      return script.attempt('e1', 200, { delivery: script.again('e1', 'replay') });
    });
    expect(facts).toEqual(['f1', '']);
    expect(
      touched('replay', (replayed) => {
        const script = two().attempt('e1');
        return script.attempt('e1', 200, { delivery: script.again('e1', replayed ? 'replay' : 'duplicate') });
      }),
    ).toEqual(['f1', '']);
  });

  it.each([
    ['outgoing-answer-lost', 'answer-lost'],
    ['outgoing-refused', 'answer-refused'],
    ['outgoing-answer-slow', 'answer-slow'],
  ])('%s: a call met %s, or nothing; without an event it is about all facts', (id, fault) => {
    const called = (eventIds: readonly string[], struck: boolean): PlayScript => {
      const script = two();
      script.history.append({
        ...{ actor: 'receiver', kind: 'called', callId: 'c', observer: 'sink', objectId: 'o1', eventIds },
        ...{ call: 'POST /x', number: 1, ...(struck ? { fault } : {}) },
      });
      return script;
    };
    expect(touched(id, (struck) => called(['e2'], struck))).toEqual(['f2', '']);
    expect(touched(id, (struck) => called([], struck))).toEqual(['f1,f2', '']);
  });

  it('fault-survived: struck and acknowledged, or struck and never', () => {
    const facts = touched('fault-survived', (survived) =>
      two()
        .attempt('e1', 'reset', { fault: 'reset' })
        .attempt('e1', survived ? 200 : 500)
        .attempt('e2'),
    );
    expect(facts).toEqual(['f1', '']);
  });

  it.each(hazards.map((hazard) => [hazard.id, hazard] as const))(
    '%s: nothing happened, nothing touched',
    (_, hazard) => {
      expect(hazard.touched(two().record)).toEqual([]);
      expect(hazard.touched(two().attempt('e1').attempt('e2').record)).toEqual([]);
      expect(hazard.touched(two().attempt('e1', 'never-sent').attempt('e1', 'refused').record)).toEqual([]);
    },
  );
});
