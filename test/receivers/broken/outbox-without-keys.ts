/**
 * Bug: the calls of the outbox carry no idempotency key. An answer that gets lost makes the ledger book twice. Caught by:
 * outgoing/lost-answer, as a should.
 */
import { serveOutbox } from '../outbox.ts';

await serveOutbox('outbox-without-keys', () => undefined);
