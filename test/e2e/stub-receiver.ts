/** A receiver inside the test: it does what the test says, and keeps its own log of what reached it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { sightOf } from './bundled-receiver.ts';
import { Ledger, type Answer, type TakenEvent } from './ledger.ts';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly atMs: number;
}

/** `undefined` leaves the answer to the ledger; `never` holds the request for ever. */
export type Rule = (request: Received) => Answer | 'never' | undefined;

export interface StubReceiver {
  readonly base: string;
  readonly url: string;
  /** The options that show lost200 its state and effects. */
  readonly sight: readonly string[];
  readonly log: readonly Received[];
  /** Webhooks only. */
  readonly webhooks: () => readonly Received[];
}

/** Closed after the test, with every connection to it. */
export async function startStub(
  rule: Rule = () => undefined,
  ledger: Ledger = new Ledger(),
): Promise<StubReceiver> {
  const log: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const received = { method, url, headers, body: Buffer.concat(chunks), atMs: Date.now() };
      log.push(received);
      const answer = rule(received) ?? ledger.answer(method, url, received.body);
      if (answer === 'never') return;
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    request.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base,
    url: `${base}/webhooks`,
    sight: sightOf(base),
    log,
    webhooks: () => log.filter((request) => request.method === 'POST' && 'webhook-id' in request.headers),
  };
}

export function eventIn(request: Received): TakenEvent {
  return JSON.parse(request.body.toString('utf8')) as TakenEvent;
}
