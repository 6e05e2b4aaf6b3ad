import { describe, expect, it } from 'vitest';
import { History, HISTORY_VERSION, serializeEntry } from './history.ts';

describe('a history', () => {
  it('numbers and stamps what is appended, with the phase that it is in', () => {
    let now = 5;
    const history = new History({ virtualMs: () => now, wallMs: () => now + 1000 });
    history.append({ actor: 'control', kind: 'note', note: 'first' });
    now = 7;
    history.enter('storm');
    history.append({ actor: 'control', kind: 'interrupted' });
    expect(history.length).toBe(3);
    expect(history.entries).toEqual([
      {
        index: 0,
        virtualMs: 5,
        wallMs: 1005,
        phase: 'arrange',
        actor: 'control',
        kind: 'note',
        note: 'first',
      },
      { index: 1, virtualMs: 7, wallMs: 1007, phase: 'storm', actor: 'control', kind: 'phase' },
      { index: 2, virtualMs: 7, wallMs: 1007, phase: 'storm', actor: 'control', kind: 'interrupted' },
    ]);
  });

  it('keeps what `redact` makes of an entry', () => {
    const history = new History({ virtualMs: () => 0, wallMs: () => 0 }, (entry) =>
      entry.kind === 'note' ? { ...entry, note: '[secret]' } : entry,
    );
    history.append({ actor: 'control', kind: 'note', note: 'token' });
    history.enter('calm');
    expect(history.entries[0]).toMatchObject({ index: 0, note: '[secret]' });
    expect(history.entries[1]).toMatchObject({ index: 1, kind: 'phase', phase: 'calm' });
  });

  it('is one line of JSON per entry', () => {
    const history = new History({ virtualMs: () => 0, wallMs: () => 0 });
    history.append({ actor: 'control', kind: 'note', note: 'two\nlines\u2028' });
    const [entry] = history.entries;
    if (entry === undefined) throw new Error('nothing');
    const line = serializeEntry(entry);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toEqual(entry);
    expect(serializeEntry({ historyVersion: HISTORY_VERSION, runId: 'r', startedAt: 's' })).toBe(
      '{"historyVersion":1,"runId":"r","startedAt":"s"}\n',
    );
  });
});
