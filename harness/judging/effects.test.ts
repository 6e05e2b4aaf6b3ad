import { describe, expect, it } from 'vitest';
import { countEffects, describeCount, subjectOf } from './effects.ts';
import { PlayScript } from './fixtures/play-script.ts';

describe('counting effects', () => {
  it('one interval per fact that owes, where effects name their events', () => {
    const script = new PlayScript().object('pending', 'paid', 'refunded').attempt('e2').enter('final');
    const counts = countEffects(script.effects('o1', 'ledger e2').record, 'http', 'ledger');
    expect(counts.map((count) => [subjectOf(count), count.seen, count.owed])).toEqual([
      ['f2', 1, { min: 1, max: 1 }],
      ['f3', 0, { min: 0, max: 0 }],
    ]);
  });

  it('one interval per object, where one effect names none', () => {
    const script = new PlayScript().object('pending', 'paid', 'refunded').attempt('e2').attempt('e3', 500);
    const record = script.enter('final').effects('o1', 'ledger e2', 'ledger').record;
    const [count, ...others] = countEffects(record, 'http', 'ledger');
    expect(others).toEqual([]);
    expect(count).toMatchObject({
      seen: 2,
      owed: { min: 1, max: 2 },
      whys: ['acknowledged', 'never-answered'],
    });
    expect(count && [subjectOf(count), describeCount(count)]).toEqual(['f2+f3', 'o1 paid + refunded']);
  });

  it('an event of another object is no event of this one', () => {
    const script = new PlayScript().object('pending', 'paid').object('pending', 'paid').enter('final');
    const counts = countEffects(script.effects('o1', 'ledger e4').record, 'http', 'ledger');
    expect(counts.map((count) => [subjectOf(count), count.seen])).toEqual([['f2', 1]]);
  });

  it('is about the object where no fact owes any, and about nothing where nothing was seen', () => {
    const script = (): PlayScript => new PlayScript().object('pending').enter('final');
    expect(countEffects(script().effects('o1').record, 'http', 'ledger')).toEqual([]);
    const [count] = countEffects(script().effects('o1', 'ledger').record, 'http', 'ledger');
    expect(count && [subjectOf(count), describeCount(count), count.owed.max]).toEqual(['o1', 'o1', 0]);
  });

  it('counts what this observer saw of this kind', () => {
    const record = new PlayScript()
      .object('pending', 'paid')
      .enter('final')
      .effects('o1', 'ledger e2').record;
    expect(countEffects(record, 'sql', 'ledger')).toEqual([]);
    expect(countEffects(record, 'http', 'email')).toEqual([]);
  });

  it('shows at most eight attempts, in order, and then the read', () => {
    const script = new PlayScript().object('pending', 'paid');
    for (let attempt = 0; attempt < 12; attempt += 1) script.attempt('e2', 500);
    script.enter('final').effects('o1');
    const [count] = countEffects(script.record, 'http', 'ledger');
    expect(count?.evidence).toHaveLength(17);
    expect(count?.evidence).toEqual([...(count?.evidence ?? [])].sort((left, right) => left - right));
    expect(count?.evidence.at(-1)).toBe(script.history.length - 1);
  });
});
