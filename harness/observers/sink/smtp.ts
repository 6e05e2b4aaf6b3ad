/** Mail to the sink: every accepted message is, for each of its recipients, one effect of the kind `mail`. */
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { wallClock } from '../../../simulator/clock.ts';
import type { SinkSettings } from '../../config/settings.ts';
import { excerpt } from '../../http-call.ts';
import { reasonOf } from '../../reason.ts';
import type { Asked } from './call-book.ts';
import { BODY_LIMIT, tooLarge, type Desk } from './http.ts';
import { withDecoded } from './texts.ts';

const EXCERPT_LENGTH = 300;
const CLIENTS_MAX = 256;
const CLOSE_MS = 500;
/** Variables that a receiver gets unless the config names others. */
export const DEFAULT_SMTP_ENV: Readonly<Record<'url' | 'host' | 'port', string>> = {
  url: 'SMTP_URL',
  host: 'SMTP_HOST',
  port: 'SMTP_PORT',
};

interface Message {
  readonly raw: Buffer;
  readonly email: Email;
  readonly recipients: readonly string[];
}

/** On the loopback interface, without TLS; any user name and password will do. */
export async function startMailServer(
  settings: NonNullable<SinkSettings['smtp']>,
  desk: Desk,
): Promise<{ readonly env: Readonly<Record<string, string>>; close(): Promise<void> }> {
  const closing = new AbortController();
  const server: SMTPServer = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: BODY_LIMIT,
    maxClients: CLIENTS_MAX,
    closeTimeout: CLOSE_MS,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? 'anyone' }),
    onData: (stream, session, done) => {
      void takeMail(desk, stream, session, {
        closing: closing.signal,
        isGone: () => isGone(server, session),
      }).then(
        (outcome) => {
          if (outcome === 'lost') hangUp(server, session);
          else done(outcome);
        },
        (error: unknown) => done(refusal(451, reasonOf(error))),
      );
    },
  });
  server.on('error', () => undefined);
  await listen(server, settings.port ?? 0);
  const { port } = server.server.address() as AddressInfo;
  const names = settings.env ?? DEFAULT_SMTP_ENV;
  const env = [
    [names.url, `smtp://127.0.0.1:${port}`],
    [names.host, '127.0.0.1'],
    [names.port, String(port)],
  ].filter(([name]) => name !== undefined);
  return {
    env: Object.fromEntries(env) as Readonly<Record<string, string>>,
    close: () => {
      closing.abort();
      for (const connection of server.connections) connection._socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** `null`: taken. An error is what the client is told instead. */
async function takeMail(
  desk: Desk,
  stream: Readable & { readonly sizeExceeded?: boolean },
  session: SMTPServerSession,
  connection: { readonly closing: AbortSignal; readonly isGone: () => boolean },
): Promise<Error | null | 'lost'> {
  const chunks: Buffer[] = [];
  const data: AsyncIterable<Buffer> = stream;
  for await (const chunk of data) if (stream.sizeExceeded !== true) chunks.push(chunk);
  if (stream.sizeExceeded === true) {
    desk.book.spoil(tooLarge('A mail'));
    return refusal(552, `the message is larger than ${BODY_LIMIT} bytes`);
  }
  const raw = Buffer.concat(chunks);
  const email = await PostalMime.parse(raw);
  const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
  const message: Message = { raw, email, recipients };
  const { answer, abandoned } = desk.book.take({
    searchable: searchable(message),
    asks: () => effectsOf(desk, message),
    done: true,
  });
  if (answer?.kind === 'refused') return refusal(451, 'not now (lost200)');
  if (answer?.kind === 'slow') await wallClock.sleep(answer.afterMs, connection.closing);
  if (connection.isGone() && !connection.closing.aborted) abandoned();
  return answer?.kind === 'lost' ? 'lost' : null;
}

function searchable({ email, raw }: Message): string {
  const attached = email.attachments.flatMap(({ filename, content }) => [
    filename ?? '',
    typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8'),
  ]);
  const headers = email.headers.map(({ value }) => value);
  const body = [email.subject ?? '', email.text ?? '', email.html ?? ''];
  return withDecoded([raw.toString('utf8'), ...headers, ...body, ...attached]);
}

/** A message that is sent again under its own Message-ID is the same one. */
function effectsOf(desk: Desk, { email, recipients }: Message): readonly Asked[] {
  const header = email.headers.find(({ key }) => key === 'x-idempotency-key' || key === 'idempotency-key');
  const key = header?.value ?? email.messageId;
  const shown = (text: string | undefined): string | null =>
    text === undefined ? null : desk.redact(excerpt(text, EXCERPT_LENGTH));
  return recipients.map((to) => ({
    kind: 'mail',
    safe: false,
    ...(key === undefined ? {} : { key: `mail ${to} ${key}` }),
    row: { to: shown(to), subject: shown(email.subject), key: shown(key), body: shown(email.text) },
  }));
}

function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

/** True when the client went away before it had its answer. */
function isGone(server: SMTPServer, session: SMTPServerSession): boolean {
  return ![...server.connections].some((connection) => connection.id === session.id);
}

/** The connection ends without an answer. */
function hangUp(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy();
}

function listen(server: SMTPServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
