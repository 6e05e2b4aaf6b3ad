/** How what undici says becomes a `Reply`. */
import { StringDecoder } from 'node:string_decoder';
import type { NoReply, Reply } from '../model.ts';

/** How much of a response's body a reply keeps, in bytes. */
export const BODY_BYTES_KEPT = 2048;

/** The response headers that mean something to a provider. */
const HEADERS_KEPT = ['content-type', 'location', 'retry-after', 'webhook-allowed-origin'] as const;

export function noReply(reason: NoReply, detail: string): Reply {
  return { kind: 'none', reason, detail };
}

/** Only the headers a reply keeps; of a repeated header the first value. */
export function keptHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of HEADERS_KEPT) {
    const value = headers[name];
    const first = typeof value === 'object' ? value[0] : value;
    if (first !== undefined) kept[name] = first;
  }
  return kept;
}

/** UTF-8 text; a character that the cut went through is dropped. */
export function bodyText(chunks: readonly Uint8Array[]): string {
  return chunks.length === 0 ? '' : new StringDecoder('utf8').write(Buffer.concat(chunks));
}

/** One line: `connect ECONNREFUSED 127.0.0.1:9`. A name with several addresses fails with one error for each. */
export function detailOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(detailOf).join('; ');
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return String(error);
}

/** Why there is no reply. `wasStarted`: the request had been given to a connected socket. */
export function reasonOf(error: Error, wasStarted: boolean): NoReply {
  const code = 'code' in error ? error.code : undefined;
  switch (code) {
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
    case 'ABORT_ERR':
      return 'aborted';
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
    case 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH':
    case 'ERR_INVALID_URL':
      return 'never-sent';
    default:
      return wasStarted ? 'broken' : 'refused';
  }
}
