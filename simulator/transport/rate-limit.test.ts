import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { wallClock } from '../clock.ts';
import { type Reply, isSuccess } from '../model.ts';
import { createBarrier } from './barrier.ts';
import { createHttpTransport } from './http.ts';
import { respectRateLimits, retryAfterMs } from './rate-limit.ts';
import type { Transport, WireOrder } from './transport.ts';

const clock = wallClock;
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Receiver {
  readonly url: string;
  readonly statuses: number[];
}

/** Takes what its token bucket allows, and answers the rest as `refuse` says. */
async function limited(
  perSecond: number,
  capacity: number,
  refuse: { status: number; headers?: Record<string, string> },
): Promise<Receiver> {
  const statuses: number[] = [];
  let tokens = capacity;
  let filledAt = clock.tickMs();
  const server: Server = createServer((request, response) => {
    request.resume();
    const now = clock.tickMs();
    tokens = Math.min(capacity, tokens + ((now - filledAt) * perSecond) / 1000);
    filledAt = now;
    const isTaken = tokens >= 1;
    if (isTaken) tokens -= 1;
    statuses.push(isTaken ? 204 : refuse.status);
    response.writeHead(isTaken ? 204 : refuse.status, isTaken ? {} : refuse.headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, statuses };
}

function open(options?: { waitMsMax: number }): Transport {
  const transport = respectRateLimits(createHttpTransport({ clock }), clock, options);
  cleanups.push(() => transport.close());
  return transport;
}

const ignore = { sent: () => undefined, late: () => undefined };
const send = (transport: Transport, url: string, order: Partial<WireOrder> = {}): Promise<Reply> =>
  transport.send({ url, headers: {}, body: Buffer.from('{}') }, { timeoutMs: 5000, ...order }, ignore);

async function sendUntilTaken(
  transport: Transport,
  url: string,
  count: number,
  workers: number,
): Promise<void> {
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const reply = await send(transport, url);
      if (reply.kind === 'none') throw new Error(reply.detail);
      if (!isSuccess(reply)) left += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

const refusals = (receiver: Receiver): number => receiver.statuses.filter((status) => status !== 204).length;

describe('a receiver with a rate limit', () => {
  it.each([
    ['one that states it', 20, 60, { status: 429, headers: { 'retry-after': '1' } }],
    ['one that only refuses', 20, 60, { status: 429 }],
    ['one with a small bucket', 5, 25, { status: 503, headers: { 'retry-after': '1' } }],
  ])('%s takes everything in the end, with few refusals', async (_name, capacity, count, refuse) => {
    const receiver = await limited(20, capacity, refuse);
    const start = clock.tickMs();
    await sendUntilTaken(open(), receiver.url, count, 10);
    expect(receiver.statuses.length - refusals(receiver)).toBe(count);
    expect(refusals(receiver)).toBeLessThanOrEqual(20);
    expect(clock.tickMs() - start).toBeLessThan(12_000);
  });

  it('is left alone until Retry-After has passed', async () => {
    const receiver = await limited(4, 1, { status: 429, headers: { 'retry-after': '0.3' } });
    const transport = open();
    await Promise.all([send(transport, receiver.url), send(transport, receiver.url)]);
    expect(refusals(receiver)).toBe(1);
    const start = clock.tickMs();
    expect(await send(transport, receiver.url)).toMatchObject({ status: 204 });
    expect(clock.tickMs() - start).toBeGreaterThanOrEqual(290);
  });

  it('lets many wait without a warning of Node', async () => {
    const receiver = await limited(100, 12, { status: 429, headers: { 'retry-after': '0.1' } });
    const transport = open();
    const warnings: string[] = [];
    const warned = (warning: Error): void => void warnings.push(warning.name);
    process.on('warning', warned);
    cleanups.push(() => process.off('warning', warned));
    const sendMany = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 20 }, () => send(transport, receiver.url)));
    await sendMany();
    expect(refusals(receiver)).toBeGreaterThan(0);
    await sendMany();
    expect(warnings).toEqual([]);
  });

  it('gets the requests of a barrier together', async () => {
    const receiver = await limited(20, 8, { status: 429, headers: { 'retry-after': '0.2' } });
    const transport = open();
    await Promise.all(Array.from({ length: 10 }, () => send(transport, receiver.url)));
    const start = clock.tickMs();
    const barrier = createBarrier(4, clock, 60_000);
    const hold = (position: number): Partial<WireOrder> => ({ hold: { barrier, position } });
    const replies = await Promise.all(
      [0, 1, 2, 3].map((position) => send(transport, receiver.url, hold(position))),
    );
    expect(replies.map((reply) => reply.kind)).toEqual(Array.from({ length: 4 }, () => 'response'));
    expect(clock.tickMs() - start).toBeLessThan(1000);
  });

  it('is not waited for longer than the bound', async () => {
    const receiver = await limited(0, 0, { status: 429, headers: { 'retry-after': '3600' } });
    const transport = open({ waitMsMax: 200 });
    const start = clock.tickMs();
    for (let round = 0; round < 5; round += 1) await send(transport, receiver.url);
    expect(clock.tickMs() - start).toBeGreaterThanOrEqual(190);
    expect(clock.tickMs() - start).toBeLessThan(1000);
    expect(receiver.statuses).toHaveLength(5);
  });

  it('does not delay a close', async () => {
    const receiver = await limited(0, 0, { status: 429, headers: { 'retry-after': '10' } });
    const transport = open();
    await send(transport, receiver.url);
    const waiting = send(transport, receiver.url);
    await transport.close();
    expect(await waiting).toMatchObject({ reason: 'aborted' });
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 30, 12, 0, 0);
  it.each([
    ['2', 2000],
    [' 0.5 ', 500],
    ['0', 0],
    ['Mon, 30 Nov 2026 12:00:07 GMT', 7000],
    ['Monday, 30-Nov-26 12:00:07 GMT', 7000],
    ['Mon, 30 Nov 2026 11:00:00 GMT', 0],
    ['-5', undefined],
    ['soon', undefined],
    ['2026-11-30', undefined],
    ['', undefined],
  ])('%j', (value, expected) => {
    const headers = { 'retry-after': value };
    expect(retryAfterMs({ kind: 'response', status: 429, headers, body: '', latencyMs: 1 }, now)).toBe(
      expected,
    );
  });

  it('says nothing without a header or a response', () => {
    expect(
      retryAfterMs({ kind: 'response', status: 429, headers: {}, body: '', latencyMs: 1 }, now),
    ).toBeUndefined();
    expect(retryAfterMs({ kind: 'none', reason: 'timeout', detail: '' }, now)).toBeUndefined();
  });
});
