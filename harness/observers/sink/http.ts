/** HTTP calls to the sink: any method, any path. */
import type { LoopbackAnswer, LoopbackCall } from '../../../simulator/api/loopback-server.ts';
import { jsonAnswer } from '../../../simulator/api/loopback-server.ts';
import { excerpt } from '../../http-call.ts';
import { matches, type Answers } from './answers.ts';
import type { Asked, CallBook } from './call-book.ts';
import { askedFor, type AskedFor } from './kind.ts';
import { bodyText, searchableText } from './texts.ts';

/** A larger body is refused, and effects cannot be counted any more. */
export const BODY_LIMIT: number = 4 * 1_048_576;
const EXCERPT_LENGTH = 300;

/** Why nothing can be concluded after a call that was not read. */
export function tooLarge(what: string): string {
  return `${what} was larger than ${BODY_LIMIT} bytes, so nobody could look for ids in it.`;
}

/** What the HTTP doors of the sink share. */
export interface Desk {
  readonly book: CallBook;
  readonly answers: Answers;
  readonly keyNames: readonly string[];
  /** Globs over routes whose calls are no effects. */
  readonly ignore: readonly string[];
  /** Takes secrets out of what is shown. */
  readonly redact: (text: string) => string;
}

/** Answers somewhere else than here: only for hosts that the user allows. */
export type Forward = (call: LoopbackCall) => Promise<LoopbackAnswer>;

/** Takes a call down and answers it. `call.url` has the host in front when it came through the proxy. */
export async function takeCall(desk: Desk, call: LoopbackCall, forward?: Forward): Promise<LoopbackAnswer> {
  const text = bodyText(call.headers, call.body);
  const asking = (ids: readonly string[]): AskedFor =>
    askedFor({ ...call, text, ids, keyNames: desk.keyNames });
  const { key } = asking([]);
  const asks = (ids: readonly string[]): readonly Asked[] => {
    const asked = asking(ids);
    const safe =
      asked.safe || desk.ignore.some((glob) => matches(glob, asked.route) || matches(glob, call.url));
    return [
      {
        kind: asked.kind,
        safe,
        ...(asked.key === undefined ? {} : { key: asked.key }),
        row: rowOf(desk, call, asked.key, text),
      },
    ];
  };
  const status = forward === undefined ? desk.answers.statusOf(call.method, call.url) : 200;
  const entry = desk.book.take({
    searchable: searchableText(call.url, call.headers, text),
    asks,
    done: status >= 200 && status <= 299,
  });
  const { answer: fault, abandoned } = entry;
  if (fault?.kind === 'refused') {
    const refusal = jsonAnswer(fault.status, { error: 'not now', by: 'lost200' });
    return { ...refusal, headers: { ...refusal.headers, 'retry-after': '1' }, abandoned };
  }
  const answer = await (forward?.(call) ?? desk.answers.answer(call.method, call.url, key));
  return { ...answer, ...(fault === undefined ? {} : { fault }), abandoned };
}

function rowOf(
  desk: Desk,
  call: LoopbackCall,
  key: string | undefined,
  text: string,
): Readonly<Record<string, string | null>> {
  return {
    method: call.method,
    path: desk.redact(excerpt(call.url, EXCERPT_LENGTH)),
    key: key === undefined ? null : desk.redact(excerpt(key, EXCERPT_LENGTH)),
    body: text === '' ? null : desk.redact(excerpt(text, EXCERPT_LENGTH)),
  };
}
