import { describe, expect, it } from 'vitest';
import { wallClock } from '../../../simulator/clock.ts';
import { KnownIds } from './known-ids.ts';

function knowing(...ids: readonly string[]): KnownIds {
  const known = new KnownIds();
  for (const id of ids) known.add({ objectId: id, eventIds: [] });
  return known;
}

function found(known: KnownIds, text: string): readonly string[] {
  return [...new Set(known.find(text).map(({ objectId }) => objectId))];
}

describe('ids are found', () => {
  it.each([
    ['obj_1aB', 'obj_1aB'],
    ['obj_1aB', '{"data":{"id":"obj_1aB"}}'],
    ['obj_1aB', 'ledger_obj_1aB'],
    ['obj_1aB', 'ledger-obj_1aB-2'],
    ['obj_1aB', 'payment:obj_1aB'],
    ['obj_1aB', '{x,obj_1aB}'],
    ['obj-1-2', 'a_obj-1-2_b'],
    ['1234567', '{"id":1234567}'],
    ['1234567', '1234567'],
    ['urn:order:77/1', 'urn:order:77/1'],
    ['urn:order:77/1', '"urn:order:77\\/1"'],
    ['urn:order:77/1', 'id=urn%3Aorder%3A77%2F1'],
    ['a.b', 'x a.b y'],
    ['💥', 'x💥y'],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', '0F8FAD5BD9CB469FA16570867728950E'],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', 'ledger_0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['0f8fad5bd9cb469fa16570867728950e', '{"id":"0f8fad5b-d9cb-469f-a165-70867728950e"}'],
  ])('%s in %s', (id, text) => {
    expect(found(knowing('other_9', 'longer_id_of_another', id), text)).toEqual([id]);
  });

  it.each([
    ['obj_1aB', 'obj_1aBc'],
    ['obj_1aB', 'xobj_1aB'],
    ['obj_1aB', 'OBJ_1AB'],
    ['1234567', '12345678'],
    ['1234567', '-91234567.5'],
    ['urn:order:77/1', 'urn:order:77/2'],
    ['0f8fad5b-d9cb-469f-a165-70867728950e', '0f8fad5b-d9cb-469f-a165-70867728950f'],
  ])('%s is not in %s', (id, text) => {
    expect(found(knowing(id), text)).toEqual([]);
  });

  it('quickly, however long and odd the text', () => {
    const known = knowing(...Array.from({ length: 2000 }, (_, n) => `obj_${String(n).padStart(16, '0')}`));
    const startedMs = wallClock.tickMs();
    for (const text of ['-'.repeat(65_536), 'a_'.repeat(32_768), 'x'.repeat(65_536), '{"a":1}'.repeat(9000)])
      expect(found(known, `${text} obj_0000000000001999`)).toEqual(['obj_0000000000001999']);
    expect(wallClock.tickMs() - startedMs).toBeLessThan(2000);
  });

  it('with the event, and of every object that is named', () => {
    const known = new KnownIds();
    known.add({ objectId: 'obj_1', eventIds: ['msg_1', 'msg_2'] });
    known.add({ objectId: 'obj_2', eventIds: [] });
    expect(known.find('msg_2 obj_2')).toEqual([
      { objectId: 'obj_1', eventId: 'msg_2' },
      { objectId: 'obj_2' },
    ]);
    expect(known.version).toBe(2);
  });
});
