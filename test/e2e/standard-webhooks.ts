/** The library with which users of Standard Webhooks verify, as `test/vendor` installs it. */
import { createRequire } from 'node:module';
import type { Received } from './stub-receiver.ts';

interface Verifier {
  /** Throws unless the signature is good and the timestamp within five minutes. */
  verify(body: Buffer | string, headers: Readonly<Record<string, string>>): unknown;
}

const vendor = createRequire(new URL('../vendor/package.json', import.meta.url));
const { Webhook } = vendor('standardwebhooks') as { readonly Webhook: new (secret: string) => Verifier };

export interface Signed {
  readonly body: Buffer;
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
}

export function signedIn({ headers, body }: Received): Signed {
  const text = (name: string): string => {
    const value = headers[name];
    if (typeof value !== 'string') throw new Error(`The request has no header ${name}`);
    return value;
  };
  return {
    body,
    id: text('webhook-id'),
    timestamp: text('webhook-timestamp'),
    signature: text('webhook-signature'),
  };
}

/** What the library says: `accepted`, or the message of its refusal. */
export function libraryVerdict(secret: string, { body, id, timestamp, signature }: Signed): string {
  try {
    new Webhook(secret).verify(body, {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    });
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}
