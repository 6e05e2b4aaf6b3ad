/**
 * What the receivers here have in common: a server that keeps the bytes, and one transaction for each request.
 *
 * A receiver is one function from a request to the facts that it announces. It verifies first; whoever is not the provider gets a
 * `Refusal`. What it does not know, it leaves out. A handshake is answered with an object in place of the facts.
 */
import Fastify from 'fastify';
import pg from 'pg';

/**
 * @typedef {object} Fact what happened, in the words of this service
 * @property {string} [eventId] the provider's, the same on every attempt
 * @property {string} [key] by which a repeat is known, where the provider gives its events no id
 * @property {string} objectId
 * @property {string} state
 * @property {Date} at the provider's clock, never ours
 * @property {number} [rank] decides between facts of one instant: the higher one stays
 * @property {string} [effect] what is owed for it
 * @property {string} [effectKey] by which the effect is known where several events announce one fact; unset: `key`
 *
 * @typedef {{ headers: import('node:http').IncomingHttpHeaders, rawBody: Buffer, url: string }} Request
 */

/** An answer that is no success: 400 and above. */
export class Refusal extends Error {
  constructor(status, why) {
    super(why);
    this.statusCode = status;
  }
}

const schema = `
  CREATE TABLE IF NOT EXISTS events (id text PRIMARY KEY, received_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS objects (
    id text PRIMARY KEY, status text NOT NULL, changed_at timestamptz NOT NULL, rank bigint NOT NULL);
  CREATE TABLE IF NOT EXISTS effects (kind text NOT NULL, event_id text, object_id text NOT NULL, key text PRIMARY KEY)`;

/** @param {(request: Request) => Fact[] | object | Promise<Fact[] | object>} read */
export async function serve(read) {
  const db = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  db.on('error', () => {}); // a connection that breaks is replaced; without this line it would end the process
  await db.query(`BEGIN; SELECT pg_advisory_xact_lock(200); ${schema}; COMMIT`);

  const app = Fastify({ bodyLimit: 4 * 1024 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/webhooks', async ({ headers, body: rawBody = Buffer.alloc(0), url }) => {
    const facts = await read({ headers, rawBody, url });
    if (!Array.isArray(facts)) return facts;
    // In one order: two batches with the same objects must not wait for each other.
    facts.sort((one, other) => (one.objectId < other.objectId ? -1 : 1));
    await transaction(db, async (tx) => {
      for (const fact of facts) await apply(fact, tx);
    });
    for (const { eventId, key, state } of facts) console.log(`webhook ${eventId ?? key} ${state}`);
    return {};
  });
  addTestRoutes(app, db);
  await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 3000) });

  const close = () => app.close().then(() => db.end());
  process.once('SIGTERM', close).once('SIGINT', close);
}

/** The JSON of a verified body; 400 where there is none. */
export function parse(rawBody) {
  try {
    const body = JSON.parse(rawBody.toString());
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // answered below
  }
  throw new Refusal(400, 'not an event');
}

/** A fact whose fields a database takes; 400 where one is missing or wrong, for it will be so next time too. */
export function fact({ eventId, key = eventId, objectId, state, at, rank, effect, effectKey = key }) {
  if (![key, objectId, state, effectKey].every(isText) || Number.isNaN(at.getTime()))
    throw new Refusal(400, 'a field is missing');
  return {
    eventId,
    key,
    objectId,
    state,
    at,
    rank: Number.isSafeInteger(rank) ? rank : 0,
    effect,
    effectKey,
  };
}

/** No NUL and no half of a surrogate pair: no text column takes them. */
function isText(value) {
  return typeof value === 'string' && value !== '' && value.length < 256 && !/\0|\p{Surrogate}/u.test(value);
}

/** Id, effect and state together or not at all. A duplicate changes nothing and is answered like the first. */
async function apply({ eventId, key, objectId, state, at, rank, effect, effectKey }, tx) {
  const isNew = await tx.query('INSERT INTO events (id) VALUES ($1) ON CONFLICT DO NOTHING', [key]);
  if (isNew.rowCount === 0) return;
  if (effect !== undefined)
    await tx.query('INSERT INTO effects VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
      ...[effect, eventId ?? null, objectId, effectKey],
    ]);
  await tx.query(
    `INSERT INTO objects AS known VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, changed_at = excluded.changed_at, rank = excluded.rank
     WHERE (known.changed_at, known.rank) < (excluded.changed_at, excluded.rank)`,
    [objectId, state, at, rank],
  );
}

async function transaction(db, work) {
  const tx = await db.connect();
  try {
    await tx.query('BEGIN');
    await work(tx);
    await tx.query('COMMIT');
  } catch (error) {
    await tx.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    tx.release();
  }
}

/** Only for tests: a service on the internet would not have these. */
function addTestRoutes(app, db) {
  app.get('/objects/:id', async ({ params }, reply) => {
    const { rows } = await db.query('SELECT id, status FROM objects WHERE id = $1', [params.id]);
    return rows[0] ?? reply.code(404).send({});
  });
  app.get('/effects', async ({ query }) => {
    const { rows } = await db.query(
      'SELECT kind, event_id AS "eventId", object_id AS "objectId" FROM effects WHERE object_id = $1 OR event_id = $2',
      [query.object ?? '', query.event ?? ''],
    );
    return rows;
  });
}
