/**
 * A forward proxy for receivers whose base URLs cannot be changed. What it is asked for in plain HTTP is a call to the sink; it is
 * passed on only to hosts that the user allows. Tunnels (`CONNECT`) lead to allowed hosts only, and nobody looks into them.
 */
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { request } from 'undici';
import {
  jsonAnswer,
  startLoopbackServer,
  type Admission,
  type LoopbackAnswer,
  type LoopbackCall,
} from '../../../simulator/api/loopback-server.ts';
import type { SinkSettings } from '../../config/settings.ts';
import { reasonOf } from '../../reason.ts';
import { BODY_LIMIT, takeCall, tooLarge, type Desk } from './http.ts';

const USER = 'lost200';
const HOSTS_MAX = 50;
const FORWARD_MS = 30_000;
const ANSWER_MAX = 16 * 1_048_576;
const OF_THE_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface Proxy {
  readonly env: Readonly<Record<string, string>>;
  readonly refusedHosts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Its password is the sink's token. What the receiver calls on this machine goes past it (`NO_PROXY`). */
export async function startProxy(
  settings: NonNullable<SinkSettings['proxy']>,
  desk: Desk,
  context: { readonly token: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Proxy> {
  const refusedHosts = new Map<string, number>();
  const isAllowed = (host: string): boolean => settings.allow.some((one) => sameHost(one, host));
  const password = `Basic ${Buffer.from(`${USER}:${context.token}`).toString('base64')}`;
  const server = await startLoopbackServer({
    ...(settings.port === undefined ? {} : { port: settings.port }),
    bodyLimit: BODY_LIMIT,
    admit: (incoming) => admit(incoming, password),
    answer: (call) => {
      const target = new URL(call.url);
      const asked = { ...call, url: `${target.host}${target.pathname}${target.search}` };
      return takeCall(desk, asked, isAllowed(target.host) ? () => forward(call) : undefined);
    },
    tooLarge: (url) => desk.book.spoil(tooLarge(`A call to ${url}`)),
    connect: (incoming, socket, head) => {
      const { url: host = '' } = incoming;
      if (incoming.headers['proxy-authorization'] !== password) socket.end(refused(407));
      else if (isAllowed(host)) tunnel(host, socket, head);
      else {
        if (refusedHosts.size < HOSTS_MAX || refusedHosts.has(host))
          refusedHosts.set(host, (refusedHosts.get(host) ?? 0) + 1);
        socket.end(refused(403, host));
      }
    },
  });
  const url = `http://${USER}:${context.token}@127.0.0.1:${server.port}`;
  const direct = [context.env['NO_PROXY'] ?? context.env['no_proxy'], '127.0.0.1', 'localhost', '::1'];
  const past = direct.filter((one) => one !== undefined && one !== '').join(',');
  return {
    env: {
      ...{ HTTP_PROXY: url, http_proxy: url, HTTPS_PROXY: url, https_proxy: url },
      ...{ NO_PROXY: past, no_proxy: past },
    },
    refusedHosts,
    close: () => server.close(),
  };
}

function admit({ url = '', headers }: IncomingMessage, password: string): Admission {
  if (headers['proxy-authorization'] !== password) {
    const answer = jsonAnswer(407, { error: 'this proxy is for the receiver that lost200 plays against' });
    return {
      refusal: { ...answer, headers: { ...answer.headers, 'proxy-authenticate': 'Basic realm="lost200"' } },
    };
  }
  if (/^http:\/\//i.test(url) && URL.canParse(url)) return { url };
  return { refusal: jsonAnswer(400, { error: 'this is a proxy: ask for a whole http:// URL' }) };
}

/** A host of the list with or without its port. */
function sameHost(allowed: string, host: string): boolean {
  const [one, other] = [allowed.toLowerCase(), host.toLowerCase()];
  return one === other || one === other.replace(/:\d+$/, '');
}

async function forward(call: LoopbackCall): Promise<LoopbackAnswer> {
  try {
    const answer = await request(call.url, {
      method: call.method,
      headers: endToEnd(call.headers),
      body: call.body.length === 0 ? null : call.body,
      signal: AbortSignal.timeout(FORWARD_MS),
      reset: true,
    });
    const chunks: Buffer[] = [];
    let length = 0;
    const body: AsyncIterable<Buffer> = answer.body;
    for await (const chunk of body) {
      length += chunk.length;
      if (length > ANSWER_MAX) throw new RangeError(`the answer is larger than ${ANSWER_MAX} bytes`);
      chunks.push(chunk);
    }
    const { 'content-length': _, ...headers } = endToEnd(answer.headers);
    return { status: answer.statusCode, headers, body: Buffer.concat(chunks) };
  } catch (error) {
    return jsonAnswer(502, { error: `lost200 could not pass this on: ${reasonOf(error)}` });
  }
}

/** Without the headers that belong to one connection. */
function endToEnd(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const named = String(headers['connection'] ?? '')
    .toLowerCase()
    .split(/\s*,\s*/);
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || OF_THE_HOP.has(name) || named.includes(name)
      ? []
      : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return Object.fromEntries(kept) as Readonly<Record<string, string>>;
}

function tunnel(host: string, socket: Duplex, head: Buffer): void {
  const at = host.lastIndexOf(':');
  const name = host.slice(0, at).replace(/^\[|\]$/g, '');
  const upstream = connect({ host: name, port: Number(host.slice(at + 1)) || 443 }, () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
  upstream.setTimeout(FORWARD_MS, () => upstream.destroy());
  upstream.on('error', () => socket.destroy());
  socket.once('close', () => upstream.destroy());
}

function refused(status: 403 | 407, host = ''): string {
  const [reason, body, extra] =
    status === 407
      ? [
          'Proxy Authentication Required',
          'name and password are missing',
          'Proxy-Authenticate: Basic realm="lost200"\r\n',
        ]
      : ['Forbidden', `lost200 opens no tunnel to ${host}: allow it with sink.proxy.allow`, ''];
  const text = `${body}\n`;
  return `HTTP/1.1 ${status} ${reason}\r\n${extra}Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`;
}
