/** One bounded HTTP request to something of the user's: a hook, an observer's route, a readiness path. Redirects are not followed. */
import { request, type Dispatcher } from 'undici';

const BODY_MAX = 1_048_576;

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * @throws RangeError for a body of more than 1 MiB; whatever undici throws when no answer can be had, the signal's reason
 * when it aborts
 */
export async function httpCall(
  call: HttpCall,
  signal: AbortSignal,
  dispatcher?: Dispatcher,
): Promise<HttpAnswer> {
  const answer = await request(call.url, {
    method: call.method,
    headers: call.headers,
    body: call.body ?? null,
    signal,
    // Without a pool to come back to, an idle connection would only hinder the other side from stopping.
    ...(dispatcher === undefined ? { reset: true } : { dispatcher }),
  });
  const chunks: Buffer[] = [];
  let length = 0;
  const body: AsyncIterable<Buffer> = answer.body;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > BODY_MAX) throw new RangeError(`The answer is larger than ${BODY_MAX} bytes.`);
    chunks.push(chunk);
  }
  return { status: answer.statusCode, text: Buffer.concat(chunks).toString('utf8') };
}

/** The first characters of a body, on one line, for error messages. */
export function excerpt(text: string, length = 200): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line === '') return '(empty)';
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
