/** Our side: the product's transport and signature, four history entries per attempt, and the history as a file. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { History, serializeEntry, signStandardWebhooks, wallClock, type Transport } from 'lost200/simulator';
import { SECRET, bodyOf, type Sender } from './load.ts';

const LINES_PER_WRITE = 500;

export function lost200Sender(transport: Transport, url: string, historyFile: string): Sender {
  const history = new History({ virtualMs: () => 0, wallMs: () => wallClock.nowMs() });
  return {
    attempt: async (number) => {
      const id = `msg_${number}`;
      const deliveryId = `d${number}`;
      const attemptId = `${deliveryId}.1`;
      const body = bodyOf(id);
      const timestamp = Math.floor(wallClock.nowMs() / 1000);
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signStandardWebhooks([SECRET], id, timestamp, body),
      };
      const actor = 'provider';
      history.append({
        actor,
        kind: 'attempt-started',
        attemptId,
        deliveryId,
        eventId: id,
        attempt: 1,
        reason: 'scheduled',
      });
      const reply = await transport.send(
        { url, headers, body },
        { timeoutMs: 15_000 },
        {
          sent: () => history.append({ actor, kind: 'attempt-sent', attemptId }),
          late: () => undefined,
        },
      );
      history.append({ actor, kind: 'attempt-replied', attemptId, reply });
      if (reply.kind !== 'response' || reply.status !== 204) throw new Error(JSON.stringify(reply));
      history.append({
        actor,
        kind: 'attempt-recorded',
        attemptId,
        recorded: { kind: 'delivered', status: 204 },
      });
    },
    finish: async () => {
      const file = openSync(historyFile, 'w');
      const { entries } = history;
      for (let from = 0; from < entries.length; from += LINES_PER_WRITE) {
        writeSync(
          file,
          entries
            .slice(from, from + LINES_PER_WRITE)
            .map(serializeEntry)
            .join(''),
        );
      }
      closeSync(file);
    },
  };
}
