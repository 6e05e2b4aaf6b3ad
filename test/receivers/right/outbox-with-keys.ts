/**
 * Right: the call to the ledger is owed from the transaction that stores the event, and made until it is answered; every try
 * carries the same idempotency key, so a lost answer costs nothing.
 */
import { serveOutbox } from '../outbox.ts';

await serveOutbox('outbox-with-keys', ({ event_id, kind }) => `${kind}:${event_id}`);
