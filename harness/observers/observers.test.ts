import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createHttpObserver } from './http.ts';
import type { Observer } from './observer.ts';

const subject = { objectId: 'o/1', eventIds: ['e1', 'e2'], fixed: { tenant: '7' } };
const context = { namespace: 'ns' };
const never = new AbortController().signal;

const opened: Observer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((observer) => observer.close()));
});

describe('http', () => {
  let server: Server;
  let base: string;
  let replies: Readonly<Record<string, readonly [number, string]>> = {};
  let asked: (string | undefined)[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url);
      const [status, body] = replies[request.url ?? ''] ?? replies['*'] ?? [404, 'nothing'];
      if (status === 0) return;
      response.statusCode = status;
      if (status === 302) response.setHeader('location', '/elsewhere');
      response.end(request.headers['x-key'] === 'wrong' ? 'forbidden' : body);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  function observing(path: string, effectsPath = '$', effectsUrl = '/effects?event={eventId}'): Observer {
    asked = [];
    const observer = createHttpObserver(
      {
        state: { url: `${base}/objects/{objectId}`, path },
        effects: { url: `${base}${effectsUrl}`, path: effectsPath },
        headers: { 'x-key': 'right' },
      },
      context,
    );
    opened.push(observer);
    return observer;
  }
  const stateOf = (
    status: number,
    body: string,
    path = '$.status',
    signal = never,
  ): Promise<string | null | undefined> => {
    replies = { '/objects/o%2F1': [status, body] };
    return observing(path).readState?.(subject, signal) ?? Promise.resolve(undefined);
  };
  const effectsOf = (
    bodies: Readonly<Record<string, string>>,
    path?: string,
    url?: string,
  ): Promise<unknown> => {
    replies = Object.fromEntries(Object.entries(bodies).map(([key, body]) => [key, [200, body] as const]));
    return observing('$.status', path, url).readEffects?.(subject, never) ?? Promise.resolve(undefined);
  };

  test.each<[number, string, string, string | null]>([
    [200, '{"status":"paid"}', '$.status', 'paid'],
    [200, '{"data":[{"state":3}]}', '$.data[0].state', '3'],
    [200, '{"paid":false}', '$.paid', 'false'],
    [200, '"paid"', '$', 'paid'],
    [404, 'whatever', '$.status', null],
  ])('state of %i %s at %s', async (status, body, path, state) => {
    expect(await stateOf(status, body, path)).toBe(state);
  });

  test.each<[number, string, string, RegExp]>([
    [
      200,
      '{"state":"paid"}',
      '$.status',
      /^Expected a state .* at \$\.status, .* of GET http.*\/objects\/o%2F1, got 200 \{"state":"paid"\}$/,
    ],
    [200, '{"status":null}', '$.status', /got 200 \{"status":null\}/],
    [200, '{"a":[1,2]}', '$.a[*]', /\(2 values there\)/],
    [200, '<html>', '$.status', /got 200 <html> \(it is no JSON\)/],
    [200, '', '$.status', /got 200 \(empty\)/],
    [302, '', '$.status', /got 302/],
    [500, `a${'b'.repeat(300)}c`, '$.status', /got 500 ab{199}…$/],
    [200, JSON.stringify({ status: 'x'.repeat(1_048_577) }), '$.status', /failed: The answer is larger than/],
    [
      200,
      '{"status":"x"}',
      '$[?(process.exit(9))]',
      /^The JSONPath \$\[\?\(process\.exit\(9\)\)\] cannot be followed: /,
    ],
  ])('no state in %i %s at %s', async (status, body, path, message) => {
    await expect(stateOf(status, body, path)).rejects.toThrow(message);
  });

  test('a read that is interrupted, or of nobody', async () => {
    await expect(stateOf(0, '', '$.status', AbortSignal.timeout(100))).rejects.toThrow(
      /^GET http.* failed: /,
    );
    const observer = createHttpObserver(
      { state: { url: 'http://127.0.0.1:1/{objectId}', path: '$' }, headers: {} },
      context,
    );
    opened.push(observer);
    await expect(observer.readState?.(subject, never)).rejects.toThrow(
      /^GET http:\/\/127\.0\.0\.1:1\/o%2F1 failed: .*ECONNREFUSED/,
    );
    expect(observer.readEffects).toBeUndefined();
  });

  test('effects, one call per event', async () => {
    const bodies = {
      '/effects?event=e1':
        '[{"kind":"ledger"},{"kind":"mail","event_id":"e1","objectId":"o/1","key":5,"more":1}]',
      '/effects?event=e2': '[]',
    };
    expect(await effectsOf(bodies)).toEqual([
      { kind: 'ledger', eventId: 'e1' },
      { kind: 'mail', eventId: 'e1', objectId: 'o/1', key: '5' },
    ]);
    expect([...asked].sort()).toEqual(['/effects?event=e1', '/effects?event=e2']);
  });

  test('effects, one call per object', async () => {
    const rows = '[{"kind":"a","eventId":"e9"},{"kind":"a","eventId":null}]';
    const expected = [{ kind: 'a', eventId: 'e9' }, { kind: 'a' }];
    const url = '/o/{objectId}?t={fixed.tenant}&n={namespace}';
    expect(await effectsOf({ '/o/o%2F1?t=7&n=ns': rows }, '$', url)).toEqual(expected);
    expect(await effectsOf({ '/o/o%2F1?t=7&n=ns': `{"rows":${rows}}` }, '$.rows', url)).toEqual(expected);
    expect(await effectsOf({ '/o/o%2F1?t=7&n=ns': `{"rows":${rows}}` }, '$.rows[*]', url)).toEqual(expected);
    expect(await effectsOf({ '/o/o%2F1?t=7&n=ns': '{"rows":[]}' }, '$.rows[*]', url)).toEqual([]);
  });

  test.each<[string, RegExp]>([
    ['{}', /^Expected a list of effects .* at \$ .* got 200 \{\}$/],
    ['null', /got 200 null/],
    ['nope', /it is no JSON/],
    ['[1]', /\(element 0 is no object\)/],
    ['[{"kind":"a"},{"type":"a"}]', /\(element 1 has no "kind"/],
    ['[{"kind":"a","eventId":{}}]', /has an id or key that is no text/],
    ['[{"kind":"a","eventId":"e7"}]', /is of event e7, not e[12]\)/],
    ['[{"kind":"a","objectId":"o2"}]', /is of object o2, not o\/1/],
  ])('no effects in %s', async (body, message) => {
    await expect(effectsOf({ '*': body })).rejects.toThrow(message);
  });

  test('a missing route is no absence of effects', async () => {
    await expect(effectsOf({})).rejects.toThrow(/empty when there are none.* got 404 nothing/);
  });
});
