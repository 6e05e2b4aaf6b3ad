/** What both sides share: the bodies, the number of connections, and how they are measured. */

export const CONNECTIONS = 50;
/** Test data, not a secret: base64 of 24 bytes. */
export const SECRET = 'whsec_bG9zdDIwMC1iZW5jaC1zZWNyZXQtMjRi';

const WARM_UP_ATTEMPTS = 3000;
const MEASURE_MS_MAX = 4000;

export interface Measured {
  readonly attemptsPerSecond: number;
  /** Processor time of the sending process, user and system. */
  readonly cpuMicrosPerAttempt: number;
}

export interface Sender {
  /** One attempt, from making the body to the end of the response; throws unless the answer is 204. */
  attempt(number: number): Promise<void>;
  /** What belongs to the work, but only at the end of it. */
  finish(): Promise<void>;
}

/** About 400 bytes, as a payment event would be. */
export function bodyOf(id: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      id,
      type: 'payment.paid',
      timestamp: '2026-11-30T12:00:00.000Z',
      createdAt: '2026-11-30T12:00:00.000Z',
      data: {
        id: `pay_${id}`,
        status: 'paid',
        version: 2,
        amount: 4200,
        currency: 'EUR',
        description: 'An order of several things, with a text that is as long as such texts are in practice',
        customer: { id: 'cus_0123456789', email: 'someone@example.com' },
      },
    }),
  );
}

/** Runs `attempts` attempts, as many at a time as there are connections, or as many as can be done in 4 s. */
export async function measure(makeSender: () => Sender, attempts: number): Promise<Measured> {
  await run(makeSender(), WARM_UP_ATTEMPTS);
  const sender = makeSender();
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  const done = await run(sender, attempts);
  const { user, system } = process.cpuUsage(startCpu);
  const seconds = (performance.now() - startMs) / 1000;
  return { attemptsPerSecond: done / seconds, cpuMicrosPerAttempt: (user + system) / done };
}

async function run(sender: Sender, attempts: number): Promise<number> {
  const untilMs = performance.now() + MEASURE_MS_MAX;
  let begun = 0;
  const work = async (): Promise<void> => {
    while (begun < attempts && performance.now() < untilMs) {
      begun += 1;
      await sender.attempt(begun);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  await sender.finish();
  return begun;
}
