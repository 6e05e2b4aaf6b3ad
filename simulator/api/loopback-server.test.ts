import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { PlayScript } from '../../harness/judging/fixtures/play-script.ts';
import { wallClock } from '../clock.ts';
import type { AnswerFault } from './answer-fault.ts';
import {
  behindToken,
  startLoopbackServer,
  type LoopbackCall,
  type LoopbackServer,
} from './loopback-server.ts';
import { plannedAnswers } from './planned-answers.ts';

const TOKEN = 't'.repeat(20);

describe('the loopback server', () => {
  let server: LoopbackServer;
  let calls: LoopbackCall[] = [];
  let abandoned = 0;
  const tooLarge: string[] = [];
  afterEach(() => server.close());

  async function start(fault?: AnswerFault): Promise<string> {
    calls = [];
    abandoned = 0;
    server = await startLoopbackServer({
      bodyLimit: 100,
      admit: behindToken(TOKEN),
      tooLarge: (url) => tooLarge.push(url),
      answer: (call) => {
        calls.push(call);
        return { status: 201, body: 'done', ...(fault && { fault }), abandoned: () => (abandoned += 1) };
      },
    });
    return `http://127.0.0.1:${server.port}/${TOKEN}`;
  }

  it('hands over any call whole, below its token', async () => {
    const url = await start();
    const { statusCode } = await request(`${url}/a%20b?c=1`, { method: 'PATCH', body: 'text' });
    expect(statusCode).toBe(201);
    expect(calls[0]).toMatchObject({ method: 'PATCH', url: '/a%20b?c=1', body: Buffer.from('text') });
    expect((await request(url)).statusCode).toBe(201);
    expect((await request(`${url}x/a`)).statusCode).toBe(404);
    expect(calls.map((call) => call.url)).toEqual(['/a%20b?c=1', '']);
  });

  it('takes a call whose answer it then loses', async () => {
    const url = await start({ kind: 'lost' });
    await expect(request(`${url}/x`, { method: 'POST', body: 'all of it' })).rejects.toThrow();
    expect(calls[0]?.body.toString()).toBe('all of it');
  });

  it('answers late', async () => {
    const url = await start({ kind: 'slow', afterMs: 60 });
    const before = wallClock.tickMs();
    expect((await request(`${url}/x`)).statusCode).toBe(201);
    expect(wallClock.tickMs() - before).toBeGreaterThanOrEqual(55);
    expect(abandoned).toBe(0);
  });

  it('knows when nobody waited for the answer', async () => {
    await start({ kind: 'slow', afterMs: 60_000 });
    const impatient = connect(server.port, '127.0.0.1');
    impatient.write(`GET /${TOKEN}/y HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await expect.poll(() => calls.length).toBe(1);
    impatient.destroy();
    await expect.poll(() => abandoned).toBe(1);
  });

  it('refuses bodies above its limit, and says so', async () => {
    const url = await start();
    expect((await request(`${url}/big`, { method: 'POST', body: 'x'.repeat(101) })).statusCode).toBe(413);
    expect(tooLarge).toEqual(['/big']);
    expect(calls).toEqual([]);
  });

  it('opens no tunnel, and does not fall over nonsense', async () => {
    await start();
    for (const text of ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'nonsense\r\n\r\n']) {
      const socket = connect(server.port, '127.0.0.1').resume();
      socket.end(text);
      await once(socket, 'close');
    }
    expect(calls).toEqual([]);
  });

  it('closes although an answer is still due', async () => {
    const url = await start({ kind: 'slow', afterMs: 60_000 });
    const open = request(`${url}/x`).then(
      () => 'answered',
      () => 'ended',
    );
    await expect.poll(() => calls.length).toBe(1);
    await server.close();
    expect(await open).toBe('ended');
    expect(abandoned).toBe(0);
  });
});

it('a plan says what goes wrong with the nth call about an object', () => {
  const { plan } = new PlayScript().object('pending', 'paid');
  const steps = [
    { when: { kind: 'call', objectId: 'o1', call: 2 }, do: { kind: 'answer-refused' } },
    { when: { kind: 'call', objectId: 'o1', call: 3 }, do: { kind: 'answer-slow', afterMs: 9 } },
    { when: { kind: 'attempt', deliveryId: 'd1', attempt: 1, edge: 'sent' }, do: { kind: 'reset' } },
  ] as const;
  const planned = plannedAnswers({ ...plan, steps });
  expect([1, 2, 3].map((call) => planned('o1', call)?.answer)).toEqual([
    undefined,
    { kind: 'refused', status: 503 },
    { kind: 'slow', afterMs: 9 },
  ]);
  expect(planned('o2', 2)).toBeUndefined();
});
