/** A receiver that runs already: it is played against, never started, stopped or looked into. */
import { wallClock } from '../../simulator/clock.ts';
import { Lost200Error } from '../errors.ts';
import { addressOf, tryConnect } from './port.ts';
import type { RunningReceiver } from './receiver.ts';

const WAIT_MS = 5000;
const PAUSE_MS = 100;

/**
 * Waits up to five seconds for the URL's port to accept a connection (a receiver may be started at the same moment).
 * @throws Lost200Error LOST200_E_UNREACHABLE
 */
export async function connectExternal(
  url: string,
  signal?: AbortSignal,
  waitMs: number = WAIT_MS,
): Promise<RunningReceiver> {
  const address = addressOf(url);
  const endMs = wallClock.tickMs() + waitMs;
  for (;;) {
    const left = endMs - wallClock.tickMs();
    const failure = await tryConnect(address, Math.max(left, 1));
    if (failure === undefined) break;
    if (left <= PAUSE_MS || signal?.aborted === true)
      throw unreachable(`${address.host}:${address.port}`, failure, waitMs);
    await wallClock.sleep(PAUSE_MS, signal);
  }
  return {
    url,
    exited: new Promise(() => undefined),
    capabilities: [],
    tail: () => '',
    stop: () => Promise.resolve(),
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name has no address',
  TIMEOUT: 'nothing answers there',
};

function unreachable(where: string, failure: string, waitMs: number): Lost200Error {
  return new Lost200Error(
    'LOST200_E_UNREACHABLE',
    `The receiver at ${where} accepted no connection within ${waitMs} ms: ${REASONS[failure] ?? failure}.`,
    'Start the receiver first and check host and port (127.0.0.1 and ::1 differ), or let lost200 start it: --exec "npm start".',
  );
}
