/**
 * What every receiver here has around its handler: the HTTP server with the raw body, the signature check,
 * the database, two test-only routes that show what was done, and a clean end.
 */
import type { IncomingHttpHeaders } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { KNOWN_TYPES } from './lifecycles.ts';
import { verify } from './verify.ts';

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** The instant of the fact, the same on every attempt. */
  readonly createdAt: string;
  readonly objectId: string;
  readonly status: string;
  /** Grows with each fact of an object; some events come without it. */
  readonly version: number | null;
  /** In cents; null where no money is meant. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** The payload's `data` as it came, with the fields above and whatever else there is. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What the webhook came in. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is around a handler of any kind. */
export interface Service {
  readonly name: string;
  /** Run at every start, so `CREATE … IF NOT EXISTS` throughout. */
  readonly schema: string;
  /** A table or view with `id, status, version`. */
  readonly objects: string;
  /** A table or view with `kind, event_id, object_id`; or only `kind, object_id` when `effectsBy` is `object`. */
  readonly effects: string;
  readonly effectsBy?: 'event' | 'object';
  /** Whatever is sent to /webhooks, by whomever; what it throws is answered 500. */
  readonly answer: (delivery: Delivery, db: Pool) => Promise<Answer>;
  /** A longer body is answered 413. One megabyte when unset. */
  readonly bodyBytesMax?: number;
  /** What else is true of an object, by name: sums, children, what its owner may do. */
  readonly values?: (db: Pool, objectId: string, ownerId: string) => Promise<object | undefined>;
  /** Starts background work and returns what stops it. */
  readonly start?: (db: Pool) => () => Promise<void>;
}

/** A service that verifies first, and sees events only. */
export interface Receiver extends Omit<Service, 'answer'> {
  readonly receive: (event: WebhookEvent, db: Pool, delivery: Delivery) => Promise<Answer>;
  /** Event types that it knows beside the usual ones. */
  readonly types?: readonly string[];
  /** What is printed about a webhook, where that differs from the usual line. */
  readonly log?: (event: WebhookEvent, status: number, delivery: Delivery) => string;
}

/** A pool or one of its connections inside a transaction. */
export interface Db {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>;
}

const CONNECTIONS = 10;
const DEFAULT_SECRET = 'whsec_bG9zdDIwMC1sb2NhbC10ZXN0aW5nLWtleS0wMDAx';

/** One secret, or several with spaces between them. */
export function secretsInUse(): string {
  return process.env['WEBHOOK_SECRET'] ?? DEFAULT_SECRET;
}

export function serve(receiver: Receiver): Promise<void> {
  return serveAnything({ ...receiver, answer: (delivery, db) => verifyAndReceive(receiver, delivery, db) });
}

export async function serveAnything(service: Service): Promise<void> {
  const db = await openDatabase(service.schema);
  const stopWork = service.start?.(db);
  const app = Fastify({ bodyLimit: service.bodyBytesMax ?? 1024 * 1024 });
  addWebhookRoute(app, service, db);
  addTestRoutes(app, service, db);
  if (service.values !== undefined) addValuesRoute(app, service.values, db);
  await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) });
  process.stdout.write(`${service.name} is ready\n`);

  const close = async (): Promise<void> => {
    await app.close();
    await stopWork?.();
    await db.end();
  };
  process.once('SIGTERM', () => void close());
  process.once('SIGINT', () => void close());
}

/** Commits when `work` returns, rolls back when it throws. */
export async function transaction<T>(
  db: Pool,
  work: (tx: PoolClient) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  const tx = await db.connect();
  try {
    await tx.query(begin);
    const result = await work(tx);
    await tx.query('COMMIT');
    tx.release();
    return result;
  } catch (error) {
    await tx.query('ROLLBACK').then(
      () => {
        tx.release();
      },
      () => {
        tx.release(true);
      },
    );
    throw error;
  }
}

async function openDatabase(schema: string): Promise<Pool> {
  const db = new Pool({
    connectionString: process.env['DATABASE_URL'],
    max: CONNECTIONS,
    idleTimeoutMillis: 0,
  });
  // A connection that breaks is replaced by the pool; without these two lines it would end the process.
  db.on('error', () => undefined);
  db.on('connect', (connection) => connection.on('error', () => undefined));
  // The lock lets several copies of a receiver start at the same time.
  await db.query(`BEGIN; SELECT pg_advisory_xact_lock(200); ${schema}; COMMIT`);
  // Open every connection now, so that the first webhooks do not wait for it.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => db.query('SELECT pg_sleep(0.05)')));
  return db;
}

function addWebhookRoute(app: FastifyInstance, service: Service, db: Pool): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });

  app.post<{ Body: Buffer | undefined }>('/webhooks', async (request, reply) => {
    const rawBody = request.body ?? Buffer.alloc(0);
    const answer = await service.answer({ headers: request.headers, rawBody }, db);
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send(answer.body ?? {});
  });
}

/** The signature is checked before anything else is done with the request, on its bytes. */
async function verifyAndReceive(receiver: Receiver, delivery: Delivery, db: Pool): Promise<Answer> {
  if (!verify(delivery.headers, delivery.rawBody, secretsInUse()))
    return { status: 401, body: { error: 'wrong signature' } };
  const envelope = readEnvelope(delivery.rawBody);
  if (envelope === undefined) return { status: 400, body: { error: 'not an event' } };
  if (!KNOWN_TYPES.has(envelope.type) && receiver.types?.includes(envelope.type) !== true) {
    process.stdout.write(`${logLine(envelope, 200)}\n`);
    return { status: 200, body: { ignored: true } };
  }
  const event = readEvent(envelope);
  if (event === undefined) return { status: 400, body: { error: 'a field is missing, or wrong' } };

  const log = (status: number): void => {
    process.stdout.write(`${(receiver.log ?? logLine)(event, status, delivery)}\n`);
  };
  const answer = await receiver.receive(event, db, delivery).catch((error: unknown) => {
    log(500);
    throw error;
  });
  log(answer.status);
  return answer;
}

/**
 * Every delivery can be found by the id that the provider knows it by. No headers and no payload: a signature
 * or an address has no business in a log.
 */
function logLine({ id, type }: Pick<Envelope, 'id' | 'type'>, status: number): string {
  return `webhook ${id} ${type} ${status}`;
}

/** Only for tests: a service on the internet would not have these. */
function addTestRoutes(app: FastifyInstance, service: Service, db: Pool): void {
  app.get<{ Params: { id: string } }>('/objects/:id', async (request, reply) => {
    const found = await db.query<Record<string, unknown>>(
      `SELECT id, status, version FROM ${service.objects} WHERE id = $1`,
      [request.params.id],
    );
    return found.rowCount === 0 ? reply.code(404).send({ error: 'unknown object' }) : found.rows[0];
  });

  app.get<{ Querystring: { event?: string; object?: string } }>('/effects', async (request, reply) => {
    const { event, object } = request.query;
    const byObject = service.effectsBy === 'object';
    const columns = byObject
      ? 'kind, object_id AS "objectId"'
      : 'kind, event_id AS "eventId", object_id AS "objectId"';
    const select = `SELECT ${columns} FROM ${service.effects}`;
    if (object !== undefined)
      return (await db.query<Record<string, unknown>>(`${select} WHERE object_id = $1`, [object])).rows;
    if (event !== undefined && !byObject)
      return (await db.query<Record<string, unknown>>(`${select} WHERE event_id = $1`, [event])).rows;
    return reply.code(400).send({ error: byObject ? 'ask with ?object=' : 'ask with ?event= or ?object=' });
  });
}

function addValuesRoute(app: FastifyInstance, values: NonNullable<Receiver['values']>, db: Pool): void {
  app.get<{ Params: { id: string }; Querystring: { owner?: string } }>(
    '/values/:id',
    async (request, reply) => {
      const found = await values(db, request.params.id, request.query.owner ?? '');
      return found ?? reply.code(404).send({ error: 'unknown object' });
    },
  );
}

/** What every event has, of a known type or not. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** `undefined`: no JSON, or none that could be stored, or without an id and a type. */
export function readEnvelope(rawBody: Buffer): Envelope | undefined {
  let body: unknown;
  try {
    body = JSON.parse(rawBody.toString('utf8'), refuseUnstorable);
  } catch {
    return undefined;
  }
  if (!isRecord(body)) return undefined;
  const { id, type } = body;
  return isShortText(id) && isShortText(type) ? { id, type, body } : undefined;
}

/** `undefined`: a field is missing, or is not what it should be. */
export function readEvent({ id, type, body }: Envelope): WebhookEvent | undefined {
  const { createdAt, data } = body;
  if (!isRecord(data)) return undefined;
  const { id: objectId, status, version, amount, currency } = data;
  if (!isShortText(objectId) || !isShortText(status)) return undefined;
  if (typeof createdAt !== 'string' || !ISO_INSTANT.test(createdAt) || Number.isNaN(Date.parse(createdAt)))
    return undefined;
  if (version !== undefined && version !== null && !isCount(version)) return undefined;
  return {
    ...{ id, type, createdAt, objectId, status, data },
    version: version ?? null,
    amount: typeof amount === 'number' ? amount : null,
    currency: typeof currency === 'string' ? currency : null,
  };
}

const ISO_INSTANT = /^[12]\d{3}-\d\d-\d\dT/;
/** What no text column of a database takes: NUL, and half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/u;
const TEXT_MAX = 255;
const INTEGER_MAX = 2 ** 31 - 1;

function refuseUnstorable(key: string, value: unknown): unknown {
  if (UNSTORABLE.test(key) || (typeof value === 'string' && UNSTORABLE.test(value)))
    throw new RangeError('a text that cannot be stored');
  return value;
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= TEXT_MAX;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= INTEGER_MAX;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
