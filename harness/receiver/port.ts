/** TCP ports of this machine and others: is anyone there, and which is free? */
import { connect, createServer, type AddressInfo } from 'node:net';
import { wallClock } from '../../simulator/clock.ts';
import { fillTemplate, placeholdersOf } from '../template.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Where an http(s) URL template without `{port}` leads. */
export function addressOf(urlTemplate: string): Address {
  const values = Object.fromEntries(placeholdersOf(urlTemplate).map((name) => [name, '1']));
  const url = new URL(fillTemplate(urlTemplate, values));
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port };
}

/** A port of the loopback interface that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Makes one TCP connection and closes it. Resolves with the error's code (`ECONNREFUSED`, `TIMEOUT`, …), or `undefined` if it worked. */
export function tryConnect({ host, port }: Address, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (result: string | undefined): void => {
      cancel();
      socket.destroy();
      resolve(result);
    };
    const cancel = wallClock.after(timeoutMs, () => end('TIMEOUT'));
    socket.once('connect', () => end(undefined));
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
