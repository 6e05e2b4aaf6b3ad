import { beforeEach, describe, expect, it } from 'vitest';
import { CallBook, type Asked, type Entry, type SinkCall } from './call-book.ts';

const EVENTS = ['msg_event_one', 'msg_event_two'];

describe('the call book', () => {
  let book: CallBook;
  let told: SinkCall[];
  let abandoned: string[];
  beforeEach(() => {
    book = new CallBook();
    told = [];
    abandoned = [];
    book.serve('obj_object_one', EVENTS, {
      planned: (number) =>
        number === 2 ? { fault: 'answer-refused', answer: { kind: 'refused', status: 503 } } : undefined,
      called: (call) => told.push(call),
      abandoned: (callId) => abandoned.push(callId),
    });
  });

  const take = (searchable: string, asked: Partial<Asked> = {}, done = true): Entry =>
    book.take({ searchable, done, asks: () => [{ kind: 'POST /x', safe: false, row: {}, ...asked }] });

  it('counts calls by object, and names the event when there is one', () => {
    take('a msg_event_one of obj_object_one');
    take('refused: obj_object_one');
    take('obj_object_one alone');
    take('msg_event_one and msg_event_two');
    expect(book.effects('obj_object_one').map((effect) => effect.eventId)).toEqual([
      'msg_event_one',
      undefined,
      undefined,
    ]);
    expect(told.map(({ number, refused, eventIds }) => [number, refused, eventIds.length])).toEqual([
      [1, false, 1],
      [2, true, 0],
      [3, false, 0],
      [4, false, 2],
    ]);
  });

  it('one key is one effect, of each object', () => {
    book.serve('obj_object_two', []);
    take('obj_object_one obj_object_two', { key: 'k' });
    take('obj_object_two', { key: 'k' });
    expect(book.effects('obj_object_one')).toHaveLength(1);
    expect(book.effects('obj_object_two')).toHaveLength(1);
  });

  it('reads, and what was not done, are no effects', () => {
    take('obj_object_one', { safe: true });
    take('obj_object_one', {}, false);
    expect(book.effects('obj_object_one')).toEqual([]);
    expect(told.map(({ number, refused }) => [number, refused])).toEqual([[1, true]]);
  });

  it('what names nobody is remembered by its kind', () => {
    take('something else');
    expect(book.counts).toEqual({ calls: 1, named: 0, unnamed: ['POST /x'] });
  });

  it('tells of a call that was abandoned', () => {
    const entry = take('obj_object_one');
    entry.abandoned();
    expect(abandoned).toEqual([entry.id]);
  });

  it('refuses to be read when it missed something, or was never asked to look', () => {
    expect(() => book.effects('obj_object_nine')).toThrow(/never told to look for obj_object_nine/);
    book.spoil('A call was too large.');
    expect(() => book.effects('obj_object_one')).toThrow('A call was too large.');
  });
});
