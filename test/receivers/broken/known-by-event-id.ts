/** Wrong where facts are announced twice (L7, R2): the id of the event is all that keeps a receipt from being issued again. */
import type { Pool } from 'pg';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';
import { addEffectOf, bookTables, isNewEvent, ORDER_TYPES } from '../books.ts';
import { saveIfNewer } from '../state.ts';

const NAME = 'known_by_event_id';

function receive(event: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    if (!(await isNewEvent(tx, NAME, event))) return { status: 200 };
    if (['paid', 'returned'].includes(event.status)) await addEffectOf(tx, NAME, 'receipt', event);
    await saveIfNewer(tx, NAME, event);
    return { status: 200 };
  });
}

await serve({
  name: 'known-by-event-id',
  schema: bookTables(NAME),
  objects: `${NAME}_objects`,
  effects: `${NAME}_effects`,
  types: ORDER_TYPES,
  receive,
});
