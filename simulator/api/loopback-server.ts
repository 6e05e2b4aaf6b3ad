/**
 * A small server of ours that the receiver calls: the provider's API, the sink of its outgoing calls. On the loopback interface
 * only, for those who know its token, with bounded bodies, and with answers that can go wrong on purpose.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { wallClock } from '../clock.ts';
import type { AnswerFault } from './answer-fault.ts';

export interface LoopbackCall {
  readonly method: string;
  /** What follows the token, with the query, as it was sent: `/objects/1?full=1`. For a proxy the whole URL. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface LoopbackAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly fault?: AnswerFault;
  /** Called when the caller went away before it had the answer. */
  readonly abandoned?: () => void;
}

/** Whether a request may come in, and what it then asks for. */
export type Admission = { readonly url: string } | { readonly refusal: LoopbackAnswer };

export interface LoopbackOptions {
  /** 0 or unset: any free one. */
  readonly port?: number;
  readonly bodyLimit: number;
  admit(request: IncomingMessage): Admission;
  answer(call: LoopbackCall): LoopbackAnswer | Promise<LoopbackAnswer>;
  /** Told of a call whose body was larger than the limit, and which was answered 413. */
  tooLarge?(url: string): void;
  /** For a proxy: `CONNECT`. Unset: refused. */
  connect?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface LoopbackServer {
  readonly port: number;
  /** Ends every connection too. */
  close(): Promise<void>;
}

/** Rejects when the port is taken. */
export async function startLoopbackServer(options: LoopbackOptions): Promise<LoopbackServer> {
  const closing = new AbortController();
  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    void respond(options, request, response, closing.signal).catch(() => response.destroy());
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  const tunnels = new Set<Duplex>();
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    tunnels.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => tunnels.delete(socket));
    if (options.connect === undefined) socket.end('HTTP/1.1 405 Method Not Allowed\r\n\r\n');
    else options.connect(request, socket, head);
  });
  await listen(server, options.port ?? 0);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      closing.abort();
      for (const socket of tunnels) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** For what comes under `/<token>`, from this machine by its own name. */
export function behindToken(token: string): LoopbackOptions['admit'] {
  return ({ url = '', headers }) => {
    const host = headers.host?.replace(/:\d+$/, '') ?? '';
    if (!['127.0.0.1', 'localhost', '[::1]'].includes(host))
      return { refusal: jsonAnswer(403, { error: 'host not allowed' }) };
    const rest = url.startsWith(`/${token}`) ? url.slice(token.length + 1) : undefined;
    if (rest === undefined || !/^(?:$|[/?])/.test(rest))
      return { refusal: jsonAnswer(404, { error: 'not found' }) };
    return { url: rest };
  };
}

export function jsonAnswer(status: number, value: object): LoopbackAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function respond(
  options: LoopbackOptions,
  request: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
): Promise<void> {
  const admission = options.admit(request);
  if ('refusal' in admission) {
    request.resume();
    write(response, admission.refusal);
    return;
  }
  const body = await readBody(request, options.bodyLimit);
  if (body === undefined) {
    options.tooLarge?.(admission.url);
    response.setHeader('connection', 'close');
    write(response, jsonAnswer(413, { error: `the body is larger than ${options.bodyLimit} bytes` }));
    return;
  }
  const { method = 'GET', headers } = request;
  const answer = await options.answer({ method, url: admission.url, headers, body });
  const { fault } = answer;
  if (fault?.kind === 'lost') {
    request.socket.destroy();
    return;
  }
  response.once('close', () => {
    if (!response.writableFinished && !closing.aborted) answer.abandoned?.();
  });
  if (fault?.kind === 'slow') await wallClock.sleep(fault.afterMs, closing);
  if (!response.destroyed) write(response, answer);
}

/** The whole body; nothing when it is larger than the limit. Rejects when the caller goes away first. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  const body: AsyncIterable<Buffer> = request;
  for await (const chunk of body) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
    else if (length > 8 * limit) return undefined;
  }
  return length <= limit ? Buffer.concat(chunks) : undefined;
}

function write(response: ServerResponse, answer: LoopbackAnswer): void {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}
