/** The bare side: what a careful loop over `pool.request` does, and nothing more. */
import { createHmac } from 'node:crypto';
import type { Pool } from 'undici';
import { SECRET, bodyOf, type Sender } from './load.ts';

const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');

export function bareSender(pool: Pool, url: string): Sender {
  const path = new URL(url).pathname;
  return {
    attempt: async (number) => {
      const id = `msg_${number}`;
      const payload = bodyOf(id);
      const timestamp = Math.floor(Date.now() / 1000);
      const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(payload).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${mac}`,
      };
      const { statusCode, body } = await pool.request({ method: 'POST', path, headers, body: payload });
      await body.dump();
      if (statusCode !== 204) throw new Error(`the receiver answered ${statusCode}`);
    },
    finish: async () => undefined,
  };
}
