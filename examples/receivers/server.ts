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

export interface Receiver {
  readonly name: string;
  /** Run at every start, so `CREATE … IF NOT EXISTS` throughout. */
  readonly schema: string;
  /** A table or view with `id, status, version`. */
  readonly objects: string;
  /** A table or view with `kind, event_id, object_id`; or only `kind, object_id` when `effectsBy` is `object`. */
  readonly effects: string;
  readonly effectsBy?: 'event' | 'object';
  readonly receive: (event: WebhookEvent, db: Pool, delivery: Delivery) => Promise<Answer>;
  /** Event types that it knows beside the usual ones. */
  readonly types?: readonly string[];
  /** What else is true of an object, by name: sums, children, what its owner may do. */
  readonly values?: (db: Pool, objectId: string, ownerId: string) => Promise<object | undefined>;
  /** What is printed about a webhook, where that differs from the usual line. */
  readonly log?: (event: WebhookEvent, status: number, delivery: Delivery) => string;
  /** Starts background work and returns what stops it. */
  readonly start?: (db: Pool) => () => Promise<void>;
}

/** A pool or one of its connections inside a transaction. */
export interface Db {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>;
}

const CONNECTIONS = 10;
const DEFAULT_SECRET = 'whsec_bG9zdDIwMC1sb2NhbC10ZXN0aW5nLWtleS0wMDAx';

export async function serve(receiver: Receiver): Promise<void> {
  const db = await openDatabase(receiver.schema);
  const stopWork = receiver.start?.(db);
  const app = Fastify();
  addWebhookRoute(app, receiver, db);
  addTestRoutes(app, receiver, db);
  if (receiver.values !== undefined) addValuesRoute(app, receiver.values, db);
  await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) });
  process.stdout.write(`${receiver.name} is ready\n`);

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

function addWebhookRoute(app: FastifyInstance, receiver: Receiver, db: Pool): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });

  app.post<{ Body: Buffer | undefined }>('/webhooks', async (request, reply) => {
    const rawBody = request.body ?? Buffer.alloc(0);
    const secrets = process.env['WEBHOOK_SECRET'] ?? DEFAULT_SECRET;
    if (!verify(request.headers, rawBody, secrets)) return reply.code(401).send({ error: 'wrong signature' });
    const event = parse(rawBody);
    if (event === undefined) return reply.code(400).send({ error: 'not an event' });
    const delivery: Delivery = { headers: request.headers, rawBody };
    const log = (status: number): void => {
      process.stdout.write(`${(receiver.log ?? logLine)(event, status, delivery)}\n`);
    };
    if (!KNOWN_TYPES.has(event.type) && receiver.types?.includes(event.type) !== true) {
      log(200);
      return reply.code(200).send({ ignored: true });
    }

    const answer = await receiver.receive(event, db, delivery).catch((error: unknown) => {
      log(500);
      throw error;
    });
    log(answer.status);
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send(answer.body ?? {});
  });
}

/**
 * Every delivery can be found by the id that the provider knows it by. No headers and no payload: a signature
 * or an address has no business in a log.
 */
function logLine(event: WebhookEvent, status: number): string {
  return `webhook ${event.id} ${event.type} ${status}`;
}

/** Only for tests: a service on the internet would not have these. */
function addTestRoutes(app: FastifyInstance, receiver: Receiver, db: Pool): void {
  app.get<{ Params: { id: string } }>('/objects/:id', async (request, reply) => {
    const found = await db.query<Record<string, unknown>>(
      `SELECT id, status, version FROM ${receiver.objects} WHERE id = $1`,
      [request.params.id],
    );
    return found.rowCount === 0 ? reply.code(404).send({ error: 'unknown object' }) : found.rows[0];
  });

  app.get<{ Querystring: { event?: string; object?: string } }>('/effects', async (request, reply) => {
    const { event, object } = request.query;
    const byObject = receiver.effectsBy === 'object';
    const columns = byObject
      ? 'kind, object_id AS "objectId"'
      : 'kind, event_id AS "eventId", object_id AS "objectId"';
    const select = `SELECT ${columns} FROM ${receiver.effects}`;
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

function parse(rawBody: Buffer): WebhookEvent | undefined {
  let body: unknown;
  try {
    body = JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
  if (!isRecord(body) || !isRecord(body['data'])) return undefined;
  const { id, type, createdAt } = body;
  const { data } = body;
  const { id: objectId, status, version, amount, currency } = data;
  if (typeof id !== 'string' || typeof type !== 'string') return undefined;
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt))) return undefined;
  if (typeof objectId !== 'string' || typeof status !== 'string') return undefined;
  return {
    ...{ id, type, createdAt, objectId, status, data },
    version: typeof version === 'number' ? version : null,
    amount: typeof amount === 'number' ? amount : null,
    currency: typeof currency === 'string' ? currency : null,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
