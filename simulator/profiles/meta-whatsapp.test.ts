import { describe, expect, it } from 'vitest';
import { escapedJson, metaWhatsapp } from './meta-whatsapp.ts';
import type { BoundEvent, Dispatch } from './profile.ts';

function event(objectId: string, status: string): BoundEvent {
  return {
    id: 'unsent_1',
    type: `message.${status}`,
    fact: status,
    objectId,
    occurredAt: '2026-11-30T12:00:00.000Z',
    occurredAtMs: Date.UTC(2026, 10, 30, 12),
    data: { id: objectId, status, timestamp: '1796040000', recipient_id: '+15551234567' },
  };
}

function dispatch(events: Dispatch['events']): Dispatch {
  return { events, url: 'http://127.0.0.1:1/', atMs: 0, firstAtMs: 0, attempt: 1, ownId: () => '' };
}

describe('JSON as Meta writes it', () => {
  it('is ASCII, with lower-case escapes and escaped slashes', () => {
    expect(escapedJson({ text: 'não/sim 🛵', url: 'https://a/b' })).toBe(
      String.raw`{"text":"n\u00e3o\/sim \ud83d\udef5","url":"https:\/\/a\/b"}`,
    );
  });

  it('means the same', () => {
    const value = { 'chave/é': ['\u2028', '"\\/"', 'Ж', 1.5, null] };
    expect(JSON.parse(escapedJson(value))).toEqual(value);
  });
});

describe('a batch', () => {
  const body = metaWhatsapp.compose(
    dispatch([event('a', 'sent'), event('b', 'read'), event('c', 'sent')]),
  ).body;

  it('is nested: entries, changes, statuses', () => {
    const { entry } = JSON.parse(Buffer.from(body).toString()) as {
      entry: { changes: { field: string; value: { statuses: { id: string; status: string }[] } }[] }[];
    };
    const statuses = entry.map(({ changes }) =>
      changes.map(({ value }) => value.statuses.map(({ id, status }) => `${id} ${status}`)),
    );
    expect(statuses).toEqual([[['a sent', 'b read'], ['c sent']]]);
    expect(entry[0]?.changes.map(({ field }) => field)).toEqual(['messages', 'messages']);
  });

  it('has no id of an event and no plus before a number', () => {
    expect(Buffer.from(body).toString()).not.toMatch(/unsent_|\+1555/);
  });
});

it('is taken with 200 and nothing else', () => {
  expect([200, 201, 202, 204].filter((status) => metaWhatsapp.isSuccess(status))).toEqual([200]);
});
