/** A receiver that answers every provider as it should, over a real socket, and one fault after another in its answers. */
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileCapabilities } from '../profiles/capabilities.ts';
import { wallClock } from '../clock.ts';
import { History } from '../history.ts';
import { profiles } from '../profiles/index.ts';
import { createHttpTransport } from '../transport/http.ts';
import type { Transport } from '../transport/transport.ts';
import { handshakes } from './index.ts';
import { playHandshakes } from './play.ts';

interface Answered {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Receiver = (request: IncomingMessage, body: string, secret: string) => Answered;

const VERIFY_TOKEN = 'a-verify-token';
const NOT_FOUND: Answered = { status: 404 };

function parsed(body: string): Readonly<Record<string, unknown>> {
  return JSON.parse(body) as Readonly<Record<string, unknown>>;
}

function isSigned(prefix: string, request: IncomingMessage, body: string, secret: string): boolean {
  const [time, signature] = [`${prefix}-request-timestamp`, `${prefix}-signature`].map(
    (name) => request.headers[name],
  );
  const mac = createHmac('sha256', secret).update(`v0:${String(time)}:${body}`);
  return signature === `v0=${mac.digest('hex')}`;
}

function isDiscords({ headers }: IncomingMessage, body: string, publicKey: string): boolean {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(publicKey, 'hex')]);
  const key = createPublicKey({ key: der, type: 'spki', format: 'der' });
  const signed = Buffer.from(`${String(headers['x-signature-timestamp'])}${body}`);
  return verify(null, signed, key, Buffer.from(String(headers['x-signature-ed25519']), 'hex'));
}

/** As the providers' documentation says, by profile. */
const RIGHT: Readonly<Record<string, Receiver>> = {
  zoom: (request, body, secret) => {
    if (!isSigned('x-zm', request, body, secret)) return { status: 401 };
    const { plainToken } = parsed(body)['payload'] as { readonly plainToken: string };
    const encryptedToken = createHmac('sha256', secret).update(plainToken).digest('hex');
    return { status: 200, body: JSON.stringify({ plainToken, encryptedToken }) };
  },
  slack: (request, body, secret) =>
    isSigned('x-slack', request, body, secret)
      ? { status: 200, body: String(parsed(body)['challenge']) }
      : { status: 401 },
  'meta-whatsapp': ({ method, url = '' }) => {
    const query = new URL(url, 'http://x.test').searchParams;
    const isRight = method === 'GET' && query.get('hub.mode') === 'subscribe';
    if (!isRight || query.get('hub.verify_token') !== VERIFY_TOKEN) return { status: 403 };
    return { status: 200, body: query.get('hub.challenge') ?? '' };
  },
  discord: (request, body, publicKey) => {
    if (!isDiscords(request, body, publicKey)) return { status: 401, body: 'bad signature' };
    return parsed(body)['type'] === 0 ? { status: 204 } : NOT_FOUND;
  },
  cloudevents: ({ method, headers }) =>
    method === 'OPTIONS'
      ? {
          status: 200,
          headers: { 'WebHook-Allowed-Origin': String(headers['webhook-request-origin']), Allow: 'POST' },
        }
      : NOT_FOUND,
};

let server: Server;
let transport: Transport;
let answer: (request: IncomingMessage, body: string) => Answered = () => NOT_FOUND;

beforeAll(async () => {
  transport = createHttpTransport({ clock: wallClock });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, headers = {}, body = '' } = answer(request, Buffer.concat(chunks).toString());
      response.writeHead(status, { ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await transport.close();
  await new Promise((resolve) => server.close(resolve));
});

/** What is wrong with the receiver's answer; `undefined` when nothing is. */
async function problemOf(
  profileId: string,
  handshake: string,
  receiver: Receiver,
): Promise<string | undefined> {
  const profile = profiles.find((one) => one.id === profileId);
  if (profile === undefined) throw new RangeError(profileId);
  const secret = profile.scheme.secretOf(Buffer.alloc(32, 7));
  const known = profile.scheme.publicKey?.(secret) ?? secret;
  answer = (request, body) => receiver(request, body, known);
  const history = new History({ virtualMs: () => 0, wallMs: () => 0 });
  const { port } = server.address() as AddressInfo;
  await playHandshakes(
    { handshakes: [handshake], timeoutMs: 2000 },
    {
      profile,
      endpoint: { url: `http://127.0.0.1:${port}/hooks?tenant=1`, headers: {}, secrets: [secret] },
      binding: { namespace: 'n', originMs: 0, ids: {}, fixed: { verifyToken: VERIFY_TOKEN } },
    },
    { transport, clock: wallClock, history, signal: new AbortController().signal },
  );
  const [entry] = history.entries;
  if (entry?.kind !== 'handshake') throw new Error('nothing was noted');
  expect(entry.handshake).toBe(handshake);
  return entry.problem;
}

/** The right answer, but for what is laid over it. */
function changed(profile: string, change: (right: Answered) => Partial<Answered>): Receiver {
  return (...given) => {
    const right = RIGHT[profile]?.(...given) ?? NOT_FOUND;
    return { ...right, ...change(right) };
  };
}

const asked = profiles.flatMap((profile) =>
  (profile.handshakes ?? []).map((handshake) => [profile.id, handshake.id] as const),
);

describe('handshakes', () => {
  it('each is asked by some profile', () => {
    expect([...new Set(asked.map(([, id]) => id))].sort()).toEqual(handshakes.map(({ id }) => id).sort());
  });

  it.each(asked)('%s: %s is answered by a receiver that does what is documented', async (profile, id) => {
    const receiver = RIGHT[profile.replace('-binary', '')];
    if (receiver === undefined) throw new RangeError(profile);
    expect(await problemOf(profile, id, receiver)).toBeUndefined();
  });

  it.each(asked)('%s: %s is not answered by a receiver that says 202 to everything', async (profile, id) => {
    expect(await problemOf(profile, id, () => ({ status: 202, body: 'ok' }))).toBeDefined();
  });

  it('Slack takes the challenge as JSON and as a form too', async () => {
    for (const as of [
      (text: string) => JSON.stringify({ challenge: text }),
      (text: string) => `challenge=${text}`,
    ])
      expect(
        await problemOf(
          'slack',
          'slack-url-verification',
          changed('slack', ({ body = '' }) => ({ body: as(body) })),
        ),
      ).toBeUndefined();
  });

  it.each<[string, string, (right: Answered) => Partial<Answered>, string]>([
    ['zoom', 'zoom-url-validation', () => ({ status: 201 }), 'answered 201, not 200'],
    ['zoom', 'zoom-url-validation', () => ({ body: '{"plainToken":"x"}' }), 'plainToken that was sent'],
    ['zoom', 'zoom-url-validation', () => ({ body: 'ok' }), 'plainToken that was sent'],
    [
      'zoom',
      'zoom-url-validation',
      ({ body = '' }) => ({ body: body.replace(/"encryptedToken":"./, '"encryptedToken":"-') }),
      'encryptedToken is not',
    ],
    ['slack', 'slack-url-verification', () => ({ body: 'ok' }), 'not the challenge'],
    ['meta-whatsapp', 'meta-hub-challenge', ({ body = '' }) => ({ body: `"${body}"` }), 'nothing else'],
    ['meta-whatsapp', 'meta-hub-challenge', () => ({ status: 403 }), 'answered 403, not 200'],
    ['discord', 'discord-ping', () => ({ status: 200 }), 'answered 200, not 204'],
    ['discord', 'discord-bad-signature', () => ({ status: 204 }), 'answered 204, not 401'],
    ['cloudevents', 'cloudevents-abuse-protection', () => ({ headers: {} }), 'no WebHook-Allowed-Origin'],
    [
      'cloudevents',
      'cloudevents-abuse-protection',
      () => ({ headers: { 'WebHook-Allowed-Origin': 'other.example' } }),
      'neither "*" nor',
    ],
  ])('%s: %s, answered wrongly (%#)', async (profile, id, change, problem) => {
    expect(await problemOf(profile, id, changed(profile, change))).toContain(problem);
  });

  it('no answer is a problem too', async () => {
    const receiver: Receiver = (request) => {
      request.socket.destroy();
      return NOT_FOUND;
    };
    expect(await problemOf('zoom', 'zoom-url-validation', receiver)).toContain('no answer (broken)');
  });

  it('is given by the profile, and by what it needs of the config', () => {
    const given = (id: string, fixed?: Readonly<Record<string, string>>): readonly string[] => {
      const profile = profiles.find((one) => one.id === id);
      if (profile === undefined) throw new RangeError(id);
      const all = profileCapabilities(profile, { secrets: [], ...(fixed === undefined ? {} : { fixed }) });
      return all.filter((name) => name.startsWith('handshake/'));
    };
    expect(given('standard-webhooks')).toEqual([]);
    expect(given('discord')).toEqual(['handshake/discord-ping', 'handshake/discord-bad-signature']);
    expect(given('meta-whatsapp')).toEqual([]);
    expect(given('meta-whatsapp', { verifyToken: 'x' })).toEqual(['handshake/meta-hub-challenge']);
  });
});
