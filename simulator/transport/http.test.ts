import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import {
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
  createServer as createTcpServer,
} from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { wallClock } from '../clock.ts';
import type { Reply } from '../model.ts';
import { createBarrier } from './barrier.ts';
import { createHttpTransport } from './http.ts';
import type { Transport, WireEvents, WireOrder, WireRequest } from './transport.ts';

const clock = wallClock;
const order: WireOrder = { timeoutMs: 5000 };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function open(options: { connectionsMax?: number; bodyBytesMax?: number } = {}): Transport {
  const transport = createHttpTransport({ clock, ...options });
  cleanups.push(() => transport.close());
  return transport;
}

async function listen(server: Server | TcpServer): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?x=1`;
}

function serve(handle: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  return listen(createServer((request, response) => void handle(request, response)));
}

/** A TCP server that only listens and reports, as the raw bytes come. */
async function eavesdrop(onSocket: (socket: Socket) => void): Promise<string> {
  return listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      cleanups.push(() => socket.destroy());
      onSocket(socket);
    }),
  );
}

const requestTo = (url: string, body = '{"id":"e1"}'): WireRequest => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'e1' },
  body: Buffer.from(body),
});

interface Recorder extends WireEvents {
  readonly log: string[];
  readonly lateReply: Promise<Reply>;
}

function record(): Recorder {
  const log: string[] = [];
  const lateReply = deferred<Reply>();
  return {
    log,
    lateReply: lateReply.promise,
    sent: () => log.push('sent'),
    late: (reply) => {
      log.push('late');
      lateReply.resolve(reply);
    },
  };
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T | Promise<T>) => void } {
  let resolve: (value: T | Promise<T>) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

async function readAll(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

describe('a plain request', () => {
  it('arrives as it was given and brings back the response', async () => {
    const seen: Record<string, unknown>[] = [];
    const url = await serve(async (request, response) => {
      seen.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: await readAll(request),
      });
      response
        .writeHead(201, { 'content-type': 'text/plain', 'retry-after': '3', 'x-other': 'no' })
        .end('took it');
    });
    const events = record();
    const reply = await open().send(requestTo(url), order, events);
    expect(reply).toMatchObject({
      kind: 'response',
      status: 201,
      headers: { 'content-type': 'text/plain', 'retry-after': '3' },
      body: 'took it',
    });
    expect(reply.kind === 'response' && reply.headers).not.toHaveProperty('x-other');
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/hooks?x=1',
        headers: { 'webhook-id': 'e1', 'content-length': '11', 'content-type': 'application/json' },
        body: '{"id":"e1"}',
      },
    ]);
    expect(events.log).toEqual(['sent']);
  });

  it('measures from the last byte to the end of the response', async () => {
    const url = await serve((_request, response) => {
      response.write('a');
      void clock.sleep(60).then(() => response.end('b'));
    });
    const reply = await open().send(requestTo(url), order, record());
    expect(reply.kind === 'response' && reply.latencyMs).toBeGreaterThanOrEqual(55);
    expect(reply.kind === 'response' && reply.latencyMs).toBeLessThan(1000);
  });

  it('keeps connections and reuses them', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(204).end();
    });
    const transport = open({ connectionsMax: 2 });
    await Promise.all(Array.from({ length: 20 }, () => transport.send(requestTo(url), order, record())));
    expect(ports.size).toBe(2);
  });

  it('uses a new connection when the receiver has closed the old one', async () => {
    let closed: Promise<unknown> | undefined;
    const url = await serve((request, response) => {
      const { socket } = request;
      closed = once(socket, 'close');
      response.writeHead(204).end(() => void clock.sleep(20).then(() => socket.end()));
    });
    const transport = open();
    for (let round = 0; round < 3; round += 1) {
      expect(await transport.send(requestTo(url), order, record())).toMatchObject({ status: 204 });
      await closed;
    }
  });

  it('does not follow a redirect', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const reply = await open().send(requestTo(url), order, record());
    expect(reply).toMatchObject({ status: 307, headers: { location: '/elsewhere' } });
    expect(requests).toBe(1);
  });

  it('keeps 2 KiB of a body, without half a character, and stops at the bound', async () => {
    const url = await serve((request, response) => {
      response.end(
        request.headers['webhook-id'] === 'big' ? Buffer.alloc(300_000, 65) : `a${'é'.repeat(5000)}`,
      );
    });
    const transport = open({ bodyBytesMax: 100_000 });
    const reply = await transport.send(requestTo(url), order, record());
    expect(reply.kind === 'response' && reply.body).toBe(`a${'é'.repeat(1023)}`);
    const big = { ...requestTo(url), headers: { 'webhook-id': 'big' } };
    expect(await transport.send(big, order, record())).toMatchObject({
      kind: 'none',
      reason: 'broken',
      detail: 'the response body is longer than 100000 bytes',
    });
  });

  it('times out, counting to the end of the response, and closes the connection', async () => {
    const closed: Promise<unknown>[] = [];
    const url = await serve((request, response) => {
      closed.push(once(request.socket, 'close'));
      if (request.headers['webhook-id'] === 'slow-body') response.write('begun');
    });
    const transport = open();
    const slowBody = { ...requestTo(url), headers: { 'webhook-id': 'slow-body' } };
    for (const request of [requestTo(url), slowBody]) {
      const events = record();
      const reply = await transport.send(request, { timeoutMs: 50 }, events);
      expect(reply).toMatchObject({ reason: 'timeout', detail: 'no complete response within 50 ms' });
      expect(events.log).toEqual(['sent']);
    }
    await Promise.all(closed);
    expect(closed).toHaveLength(2);
  });

  it('says when there is no connection, when the receiver ends it, and when nothing could leave', async () => {
    const probe = createTcpServer();
    const gone = await listen(probe);
    await new Promise((resolve) => probe.close(resolve));
    const hangsUp = await eavesdrop((socket) => socket.once('data', () => socket.end()));
    const halfway = await eavesdrop((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')),
    );
    const transport = open();
    const events = record();
    expect(await transport.send(requestTo(gone), order, events)).toEqual({
      kind: 'none',
      reason: 'refused',
      detail: `connect ECONNREFUSED ${new URL(gone).host}`,
    });
    expect(events.log).toEqual([]);
    expect(await transport.send(requestTo(hangsUp), order, record())).toMatchObject({ reason: 'broken' });
    expect(await transport.send(requestTo(halfway), order, record())).toMatchObject({ reason: 'broken' });
    expect(await transport.send(requestTo('nowhere'), order, record())).toMatchObject({
      reason: 'never-sent',
    });
    const badHeader = { ...requestTo(gone), headers: { 'x-bad': 'a\nb' } };
    expect(await transport.send(badHeader, order, record())).toMatchObject({ reason: 'never-sent' });
  });

  it('has a connection of its own if it is to', async () => {
    const ports = new Set<number | undefined>();
    const closed: Promise<unknown>[] = [];
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      closed.push(once(request.socket, 'close'));
      response.writeHead(204).end();
    });
    const transport = open();
    for (let round = 0; round < 3; round += 1) {
      const reply = await transport.send(requestTo(url), { ...order, freshConnection: true }, record());
      expect(reply).toMatchObject({ status: 204 });
    }
    await Promise.all(closed);
    expect(ports.size).toBe(3);
  });
});

describe('the form of a request', () => {
  const forms: [string, WireOrder][] = [
    ['kept alive', order],
    ['on a connection of its own', { ...order, freshConnection: true }],
  ];

  it.each(forms)('in chunks, without a length, several times over one transport (%s)', async (_, how) => {
    const seen: { raw: readonly string[]; body: string; chunks: number }[] = [];
    const url = await serve(async (request, response) => {
      let chunks = 0;
      request.on('data', () => (chunks += 1));
      seen.push({ raw: request.rawHeaders, body: await readAll(request), chunks });
      response.writeHead(204).end();
    });
    const transport = open({ connectionsMax: 1 });
    for (const length of [1, 9, 200_000]) {
      const events = record();
      const request: WireRequest = { ...requestTo(url, 'z'.repeat(length)), chunked: true };
      expect(await transport.send(request, how, events)).toMatchObject({ status: 204 });
      expect(events.log).toEqual(['sent']);
    }
    expect(seen.map(({ body }) => body.length)).toEqual([1, 9, 200_000]);
    for (const { raw } of seen) {
      const names = raw.filter((__, index) => index % 2 === 0).map((name) => name.toLowerCase());
      expect(names).not.toContain('content-length');
      expect(raw[names.indexOf('transfer-encoding') * 2 + 1]).toBe('chunked');
    }
  });

  it('a body in chunks is more than one chunk, and lets a reset and a short cut happen', async () => {
    const raw = deferred<string>();
    const url = await eavesdrop((socket) => {
      let text = '';
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1');
        if (text.endsWith('0\r\n\r\n')) {
          raw.resolve(text);
          socket.end('HTTP/1.1 204 No Content\r\n\r\n');
        }
      });
    });
    const request: WireRequest = { ...requestTo(url, '{"id":"e1","more":"of it"}'), chunked: true };
    await open().send(request, order, record());
    const body = (await raw.promise).split('\r\n\r\n').slice(1).join('\r\n\r\n');
    expect(body.match(/^[0-9a-f]+(?=\r\n)/gm)?.length).toBeGreaterThanOrEqual(3);
    const cut = record();
    const fault = { kind: 'cut-short', share: 0.5 } as const;
    expect(await open().send(request, { ...order, fault }, cut)).toMatchObject({ reason: 'cut-short' });
    const reset = record();
    const broken = await open().send(request, { ...order, fault: { kind: 'reset' } }, reset);
    expect([broken, reset.log]).toMatchObject([{ reason: 'reset' }, ['sent']]);
  });

  it.each(forms)(
    'headers keep the case of their names, and the bytes of their values (%s)',
    async (_, how) => {
      const seen = deferred<readonly string[]>();
      const url = await serve((request, response) => {
        seen.resolve(request.rawHeaders);
        response.writeHead(204).end();
      });
      const city = Buffer.from('São Paulo ☕');
      const headers = {
        'Content-Type': 'a/b',
        'WEBHOOK-ID': 'e1',
        'x-small': 'x',
        'x-city': city.toString('latin1'),
      };
      await open().send({ ...requestTo(url), headers }, how, record());
      const raw = await seen.promise;
      for (const [name, value] of Object.entries(headers)) expect(raw[raw.indexOf(name) + 1]).toBe(value);
      const bytes = Buffer.from(raw[raw.indexOf('x-city') + 1] ?? '', 'latin1');
      expect(bytes.equals(city)).toBe(true);
    },
  );
});

describe('faults', () => {
  it('never-sent: no connection is made', async () => {
    let connections = 0;
    const url = await eavesdrop(() => (connections += 1));
    const events = record();
    const reply = await open().send(requestTo(url), { ...order, fault: { kind: 'never-sent' } }, events);
    expect(reply).toMatchObject({ kind: 'none', reason: 'never-sent' });
    expect(events.log).toEqual([]);
    expect(connections).toBe(0);
  });

  it.each([11, 60_000])('reset: the receiver gets all %i bytes, then a reset', async (length) => {
    const received = deferred<string>();
    const ended = deferred<string>();
    const url = await serve((request) => {
      received.resolve(readAll(request));
      request.socket.once('error', (error: NodeJS.ErrnoException) => ended.resolve(error.code ?? ''));
      request.socket.once('close', () => ended.resolve('closed without an error'));
    });
    const events = record();
    const request = requestTo(url, 'x'.repeat(length));
    const reply = await open().send(request, { ...order, fault: { kind: 'reset' } }, events);
    expect(reply).toMatchObject({ kind: 'none', reason: 'reset' });
    expect(await received.promise).toHaveLength(length);
    expect(await ended.promise).toBe('ECONNRESET');
    expect(events.log).toEqual(['sent']);
  });

  it('reset: an answer that came before it is not read', async () => {
    const url = await serve((_request, response) => response.writeHead(200).end('at once'));
    const reply = await open().send(requestTo(url), { ...order, fault: { kind: 'reset' } }, record());
    expect(reply).toMatchObject({ kind: 'none', reason: 'reset' });
  });

  it.each([
    [0, 1],
    [0.5, 50],
    [1, 99],
  ])('cut-short at %d: the receiver gets %i of 100 bytes and an aborted request', async (share, expected) => {
    const seen = deferred<{ bytes: number; code: string | undefined; length: string | undefined }>();
    const url = await serve((request) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.once('error', ({ code }: NodeJS.ErrnoException) =>
        seen.resolve({ bytes, code, length: request.headers['content-length'] }),
      );
    });
    const events = record();
    const request = requestTo(url, 'y'.repeat(100));
    const reply = await open().send(request, { ...order, fault: { kind: 'cut-short', share } }, events);
    expect(reply).toMatchObject({
      reason: 'cut-short',
      detail: `closed after ${expected} of 100 body bytes`,
    });
    expect(await seen.promise).toEqual({ bytes: expected, code: 'ECONNRESET', length: '100' });
    expect(events.log).toEqual([]);
  });

  it('give-up, closed: the receiver sees the connection end', async () => {
    const closed = deferred<unknown>();
    const url = await serve((request) => closed.resolve(once(request.socket, 'close')));
    const events = record();
    const fault = { kind: 'give-up', afterMs: 30, socket: 'closed' } as const;
    const reply = await open().send(requestTo(url), { ...order, fault }, events);
    expect(reply).toMatchObject({ kind: 'none', reason: 'gave-up' });
    await closed.promise;
    expect(events.log).toEqual(['sent']);
  });

  it('give-up, open: the late reply still comes, and idle waits for it', async () => {
    const answer = deferred<() => void>();
    const url = await serve((_request, response) =>
      answer.resolve(() => response.writeHead(200).end('late')),
    );
    const transport = open();
    const events = record();
    const fault = { kind: 'give-up', afterMs: 30, socket: 'open' } as const;
    const reply = await transport.send(requestTo(url), { ...order, fault }, events);
    expect(reply).toMatchObject({ kind: 'none', reason: 'gave-up' });
    expect(events.log).toEqual(['sent']);
    const idle = transport.idle().then(() => events.log.push('idle'));
    (await answer.promise)();
    expect(await events.lateReply).toMatchObject({ kind: 'response', status: 200, body: 'late' });
    await idle;
    expect(events.log).toEqual(['sent', 'late', 'idle']);
  });

  it('give-up, open: an answer that never comes is bounded by the timeout', async () => {
    const url = await serve(() => undefined);
    const transport = open();
    const events = record();
    const fault = { kind: 'give-up', afterMs: 20, socket: 'open' } as const;
    await transport.send(requestTo(url), { timeoutMs: 60, fault }, events);
    await transport.idle();
    expect(await events.lateReply).toMatchObject({ reason: 'timeout' });
  });

  it('give-up: did not happen if the response was there first', async () => {
    const url = await serve((_request, response) => response.writeHead(200).end());
    const events = record();
    const fault = { kind: 'give-up', afterMs: 2000, socket: 'open' } as const;
    expect(await open().send(requestTo(url), { ...order, fault }, events)).toMatchObject({ status: 200 });
    expect(events.log).toEqual(['sent']);
  });
});

describe('held requests', () => {
  it.each([2, 8])('%i of them get their last byte at one moment, in order', async (count) => {
    const body = 'z'.repeat(2000);
    const heads = new Set<number>();
    const lasts: { position: number; tick: number; headsThen: number }[] = [];
    const url = await eavesdrop((socket) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
        const position = Number(/webhook-id: (\d)/.exec(text)?.[1]);
        const missing = text.indexOf('\r\n\r\n') + 4 + body.length - text.length;
        if (missing === 1) heads.add(position);
        if (missing !== 0) return;
        expect(text).toContain('content-length: 2000\r\n');
        expect(text).not.toContain('transfer-encoding');
        lasts.push({ position, tick: clock.tickMs(), headsThen: heads.size });
        socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    const transport = open();
    const barrier = createBarrier(count, clock);
    const positions = Array.from({ length: count }, (_, index) => index);
    const replies = await Promise.all(
      positions.toReversed().map((position) => {
        const request = { ...requestTo(url, body), headers: { 'webhook-id': String(position) } };
        return transport.send(request, { ...order, hold: { barrier, position } }, record());
      }),
    );
    expect(replies.map((reply) => reply.kind)).toEqual(positions.map(() => 'response'));
    expect(lasts.map(({ position }) => position)).toEqual(positions);
    expect(lasts.every(({ headsThen }) => headsThen === count)).toBe(true);
    expect((lasts.at(-1)?.tick ?? 0) - (lasts[0]?.tick ?? 0)).toBeLessThan(20);
  });

  it.each(['', '1'])('a body of %j waits too', async (body) => {
    const ticks: number[] = [];
    const url = await serve(async (request, response) => {
      expect(await readAll(request)).toBe(body);
      ticks.push(clock.tickMs());
      response.writeHead(204).end();
    });
    const transport = open();
    const barrier = createBarrier(2, clock);
    const events = record();
    const first = transport.send(requestTo(url, body), { ...order, hold: { barrier, position: 0 } }, events);
    await clock.sleep(50);
    expect(events.log).toEqual([]);
    const second = transport.send(requestTo(url, body), { ...order, hold: { barrier, position: 1 } }, events);
    expect(await Promise.all([first, second])).toMatchObject([{ status: 204 }, { status: 204 }]);
    expect(events.log).toEqual(['sent', 'sent']);
  });

  it('one that cannot get there stops nobody', async () => {
    const url = await serve((_request, response) => response.writeHead(204).end());
    const transport = open();
    const barrier = createBarrier(2, clock, 60_000);
    const refused = transport.send(
      requestTo('http://127.0.0.1:9/'),
      { ...order, hold: { barrier, position: 0 } },
      record(),
    );
    const held = transport.send(requestTo(url), { ...order, hold: { barrier, position: 1 } }, record());
    expect(await refused).toMatchObject({ reason: 'refused' });
    expect(await held).toMatchObject({ status: 204 });
  });

  it('an early answer is an answer, though the last byte never left', async () => {
    const url = await eavesdrop((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 413 Content Too Large\r\ncontent-length: 0\r\n\r\n')),
    );
    const events = record();
    const barrier = createBarrier(2, clock, 100);
    const reply = await open().send(requestTo(url), { ...order, hold: { barrier, position: 0 } }, events);
    expect(reply).toMatchObject({ kind: 'response', status: 413, latencyMs: 0 });
    expect(events.log).toEqual([]);
  });
});

describe('close', () => {
  it('leaves no socket and no timer behind', async () => {
    const url = await serve((request, response) => {
      if (request.headers['webhook-id'] === 'e1') response.writeHead(204).end();
    });
    const used = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'TCPSocketWrap')
        .length;
    const before = used();
    const transport = createHttpTransport({ clock });
    const silent = { ...requestTo(url), headers: { 'webhook-id': 'silent' } };
    const barrier = createBarrier(3, clock);
    const pending = [
      transport.send(requestTo(url), order, record()),
      transport.send(silent, order, record()),
      transport.send(silent, { ...order, fault: { kind: 'give-up', afterMs: 5, socket: 'open' } }, record()),
      transport.send(
        silent,
        { ...order, fault: { kind: 'give-up', afterMs: 4000, socket: 'closed' } },
        record(),
      ),
      ...[0, 1, 2].map((position) =>
        transport.send(silent, { ...order, hold: { barrier, position } }, record()),
      ),
    ];
    await pending[0];
    expect(used()).toBeGreaterThan(before);
    await transport.close();
    await Promise.all(pending);
    // The receiver's ends of the connections need a moment to see it.
    for (let round = 0; round < 50 && used() > before; round += 1) await clock.sleep(10);
    expect(used()).toBeLessThanOrEqual(before);
  });

  it('aborts what is under way, and everything after it', async () => {
    const url = await serve(() => undefined);
    const transport = createHttpTransport({ clock });
    const events = record();
    const fault = { kind: 'give-up', afterMs: 1, socket: 'open' } as const;
    const plain = transport.send(requestTo(url), order, record());
    const own = transport.send(requestTo(url), { ...order, freshConnection: true }, record());
    await transport.send(requestTo(url), { ...order, fault }, events);
    await transport.close();
    expect(await plain).toMatchObject({ reason: 'aborted' });
    expect(await own).toMatchObject({ reason: 'aborted' });
    expect(await events.lateReply).toMatchObject({ reason: 'aborted' });
    await transport.idle();
    expect(await transport.send(requestTo(url), order, record())).toMatchObject({ reason: 'aborted' });
  });
});
