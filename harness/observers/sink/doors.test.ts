/** The mail server and the proxy, at their own ports. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PlannedAnswer } from '../../../simulator/api/planned-answers.ts';
import type { SinkSettings } from '../../config/settings.ts';
import { startSink, type Sink } from './sink.ts';

const TOKEN = 'a-token-of-20-letters';
const OBJECT = 'obj_4fGh1JkLmNoPqRsT';
const EVENT = 'msg_Ab3dEf6hIj9lMn2pQr5tUv8x';
const subject = { objectId: OBJECT, eventIds: [EVENT], fixed: {} };
const never = new AbortController().signal;

let sink: Sink;
let planned: Readonly<Record<number, PlannedAnswer>> = {};
let abandoned = 0;

async function start(settings: Partial<SinkSettings>): Promise<void> {
  planned = {};
  abandoned = 0;
  const context = { token: TOKEN, redact: (text: string) => text, env: { NO_PROXY: 'db.internal' } };
  sink = await startSink({ env: [], keys: [], ignore: [], judge: [], routes: [], ...settings }, context);
  sink.serve(OBJECT, [EVENT], {
    planned: (number) => planned[number],
    called: () => undefined,
    abandoned: () => (abandoned += 1),
  });
}
afterEach(() => sink.close());

const effects = async (): Promise<readonly unknown[]> =>
  (await sink.observer.readEffects?.(subject, never)) ?? [];

/** Says the lines, each after the answer to the one before; resolves with everything that came back. */
async function talk(port: number, lines: readonly string[], leaveAfter = lines.length + 1): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const rest = [...lines];
  let heard = '';
  let answers = 0;
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
    if (!/^\d{3} /m.test(text)) return;
    const next = rest.shift();
    answers += 1;
    if (next === undefined) socket.end();
    else
      socket.write(`${next}\r\n`, () => {
        if (answers === leaveAfter) socket.destroy();
      });
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return heard;
}

describe('the mail server', () => {
  const mail = (id: string): readonly string[] => [
    'EHLO shop',
    'MAIL FROM:<shop@shop.example>',
    'RCPT TO:<one@buyer.example>',
    'RCPT TO:<two@buyer.example>',
    'DATA',
    `Message-ID: <${id}@shop.example>\r\nSubject: paid\r\nX-Event: ${EVENT}\r\n\r\nThank you.\r\n.`,
    'QUIT',
  ];
  const portOf = (): number => Number(sink.env['MAIL_PORT']);
  const open = (): Promise<void> => start({ smtp: { env: { port: 'MAIL_PORT', url: 'MAIL_URL' } } });

  it('takes a mail for each recipient, and the same mail once', async () => {
    await open();
    expect(sink.env).toEqual({ MAIL_PORT: String(portOf()), MAIL_URL: `smtp://127.0.0.1:${portOf()}` });
    for (const id of ['first', 'first', 'second']) expect(await talk(portOf(), mail(id))).toMatch(/^221/m);
    const seen = await effects();
    expect(seen).toHaveLength(4);
    expect(seen[0]).toMatchObject({
      kind: 'mail',
      eventId: EVENT,
      row: { to: 'one@buyer.example', subject: 'paid' },
    });
  });

  it('refuses one, loses the answer to one, and knows who did not wait', async () => {
    await open();
    planned = {
      1: { fault: 'answer-refused', answer: { kind: 'refused', status: 503 } },
      2: { fault: 'answer-lost', answer: { kind: 'lost' } },
      3: { fault: 'answer-slow', answer: { kind: 'slow', afterMs: 300 } },
    };
    expect(await talk(portOf(), mail('a'))).toMatch(/^451/m);
    expect(await effects()).toEqual([]);
    expect(await talk(portOf(), mail('b'))).not.toMatch(/^(?:451|221)/m);
    expect(await effects()).toHaveLength(2);
    // Six answers are heard; the seventh, to the message itself, is not waited for.
    const impatient = talk(portOf(), mail('c'), 6);
    await impatient;
    await expect.poll(() => abandoned).toBe(1);
    expect(await effects()).toHaveLength(4);
  });
});

describe('the proxy', () => {
  let upstream: Server;
  let upstreamHost = '';
  let received: IncomingHttpHeaders = {};
  beforeAll(async () => {
    upstream = createServer((request, response) => {
      received = request.headers;
      response.writeHead(201, { 'x-from': 'upstream', 'keep-alive': 'timeout=9' }).end('made');
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    upstreamHost = `127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    upstream.closeAllConnections();
    upstream.close();
  });

  /** One request in its own words; the whole answer. */
  async function ask(firstLine: string, headers: readonly string[] = [], login = true): Promise<string> {
    const url = new URL(sink.env['HTTP_PROXY'] ?? '');
    const basic = Buffer.from(`${url.username}:${url.password}`).toString('base64');
    const socket = connect(Number(url.port), url.hostname);
    const lines = [firstLine, 'Host: x', 'Connection: close', ...headers];
    if (login) lines.push(`Proxy-Authorization: Basic ${basic}`);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    let heard = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
      if (text.startsWith('HTTP/1.1 200 Connection'))
        socket.write('GET /t HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n');
    });
    await once(socket, 'close');
    return heard;
  }

  it('answers for hosts that do not exist, and counts the calls', async () => {
    await start({ proxy: { allow: [] }, routes: [{ path: 'api.example/v1/*', status: 202, headers: {} }] });
    expect(sink.env['NO_PROXY']).toBe('db.internal,127.0.0.1,localhost,::1');
    expect(await ask(`POST http://api.example/v1/${EVENT} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 202[\s\S]*sink_1/);
    expect(await effects()).toMatchObject([{ kind: 'POST api.example/v1/{id}', eventId: EVENT }]);
  });

  it('wants its password, and whole URLs', async () => {
    await start({ proxy: { allow: [] } });
    const call = `POST http://api.example/${EVENT} HTTP/1.1`;
    expect(await ask(call, [], false)).toMatch(/^HTTP\/1\.1 407[\s\S]*proxy-authenticate: Basic/i);
    expect(await ask(`CONNECT api.example:443 HTTP/1.1`, [], false)).toMatch(/^HTTP\/1\.1 407/);
    expect(await ask(`POST /${EVENT} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 400/);
    expect(await effects()).toEqual([]);
  });

  it('passes on to hosts that are allowed, without the headers of the hop', async () => {
    await start({ proxy: { allow: [upstreamHost] } });
    const answer = await ask(`POST http://${upstreamHost}/x?e=${EVENT} HTTP/1.1`, [
      'X-Mine: 1',
      'Proxy-Connection: y',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 201[\s\S]*x-from: upstream[\s\S]*made/i);
    expect(received['x-mine']).toBe('1');
    expect(Object.keys(received).filter((name) => name.startsWith('proxy-'))).toEqual([]);
    expect(await effects()).toHaveLength(1);
  });

  it('opens tunnels to allowed hosts only, and names the others', async () => {
    await start({ proxy: { allow: [upstreamHost] } });
    expect(await ask(`CONNECT ${upstreamHost} HTTP/1.1`)).toMatch(
      /Established[\s\S]*HTTP\/1\.1 201[\s\S]*made/,
    );
    expect(await ask('CONNECT api.example:443 HTTP/1.1')).toMatch(/^HTTP\/1\.1 403[\s\S]*sink\.proxy\.allow/);
    expect(
      sink
        .notices()
        .map((notice) => notice.sentence.text)
        .join('\n'),
    ).toContain('api.example:443 (1 times)');
  });
});

it('a port that is taken is said so, and nothing is left open', async () => {
  await start({});
  const port = Number(new URL(sink.url).port);
  const context = { token: TOKEN, redact: (text: string) => text, env: {} };
  await expect(
    startSink({ env: [], keys: [], ignore: [], judge: [], routes: [], smtp: { port } }, context),
  ).rejects.toMatchObject({
    code: 'LOST200_E_USAGE',
    message: expect.stringContaining('EADDRINUSE') as string,
  });
});
