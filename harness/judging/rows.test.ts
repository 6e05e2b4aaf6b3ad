import { describe, expect, it } from 'vitest';
import { cellShape, looseColumns } from './rows.ts';

const shape = (cell: string): string | null => cellShape(cell, new Map([['o7', 'object']]));

describe('the shape of a cell', () => {
  it.each([
    '2026-11-30T22:15:01.123Z',
    '2026-11-30 22:15:01.5+00',
    '2026-11-30',
    '1796074079',
    '22:15:01',
    '30.11.2026',
    '11/30/2026',
  ])('%s is an instant', (cell) => {
    expect(shape(cell)).toBe('{instant}');
  });

  it.each([
    ['paid on 2026-11-30T22:15:01.123Z', 'paid on 2026-12-01T08:00:00Z'],
    ['{"paid": "2026-11-30 22:15:01+00"}', '{"paid": "2026-11-30 22:15:02.25+00"}'],
    ['{"paid":1796074079}', '{"paid":1796074085}'],
    ['30.11.2026 22:15', '1.12.2026 8:00'],
    ['11/30/2026, 10:15:01 PM', '12/1/2026, 8:00:00 AM'],
    ['Mon Nov 30 2026 22:15:01 GMT+0000', 'Tue Dec 1 2026 08:00:00 GMT+0000'],
    ['settled Nov 30, 2026', 'settled Dec 1, 2026'],
    ['30 November 2026', '1 December 2026'],
  ])('%s differs from %s by its instants only', (one, other) => {
    expect(shape(one)).toBe(shape(other));
    expect(shape(one)).toContain('{instant}');
  });

  it.each(['120.50', '12', 'paid', '10.11.12.13', '3 may 4 times', 'v1.2.3', '20:1'])(
    '%s is compared as it is',
    (cell) => {
      expect(shape(cell)).toBe(cell);
    },
  );

  it('has roles instead of ids', () => {
    expect(shape('invoice of {o7}')).toBe('invoice of {object}');
  });
});

describe('columns that mean nothing', () => {
  it('are those that a later repeat of an older event changes', () => {
    const facts = [
      { fact: 'pending', eventId: 'e1' },
      { fact: 'paid', eventId: 'e2' },
    ];
    const rows = (last: string, repeats: number) => ({
      objectId: 'o1',
      facts,
      repeats,
      effects: [{ kind: 'payments', row: { status: 'paid', last_event: last } }],
    });
    expect(looseColumns([rows('{e2}', 0), rows('{e2}', 1)])).toEqual([]);
    expect(looseColumns([rows('{e2}', 0), rows('{e2}', 1), rows('{e1}', 2)])).toEqual([
      'payments.last_event',
    ]);
  });
});
