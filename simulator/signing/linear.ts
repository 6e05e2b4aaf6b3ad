/**
 * Linear: the hexadecimal HMAC-SHA256 of the body, and the time of the attempt in the body (`webhookTimestamp`, milliseconds), so
 * that it is signed too. The same time stands in a header that nobody signs.
 */
import { hmacScheme } from './hmac.ts';
import type { Parcel, Scheme } from './scheme.ts';

/** Without its description, which says nothing of the time. */
const { description: _, ...byBody } = hmacScheme('linear', {
  algorithm: 'sha256',
  encoding: 'hex',
  signs: '{body}',
  headers: { 'Linear-Signature': '{signatures}' },
  toleranceSeconds: 60,
});

export const LINEAR_TIMESTAMP_HEADER = 'Linear-Timestamp';

export const linearScheme: Scheme = {
  ...byBody,
  covers: { ...byBody.covers, time: true },
  timeInBody: true,
  sign: (parcel, signing) => {
    const { forge = {}, atMs } = signing;
    const signed = byBody.sign(stamped(parcel, atMs), signing);
    return forge.shownAtMs === undefined ? signed : stamped(signed, forge.shownAtMs);
  },
};

const FIELD = /,?(\s*"webhookTimestamp"\s*:\s*)\d+/;

/** With that time in body and header; `null`: with none. Where the body has no such field, none is added. */
function stamped(parcel: Parcel, atMs: number | null): Parcel {
  const headers = Object.entries(parcel.headers).filter(([name]) => name !== LINEAR_TIMESTAMP_HEADER);
  // As Latin-1 every byte is a character: those around the field stay as they are.
  const text = Buffer.from(parcel.body).toString('latin1');
  const body = text.replace(FIELD, (found, start: string) =>
    atMs === null ? '' : `${found.startsWith(',') ? ',' : ''}${start}${Math.floor(atMs)}`,
  );
  return {
    ...parcel,
    headers: {
      ...(Object.fromEntries(headers) as Record<string, string>),
      ...(atMs === null ? {} : { [LINEAR_TIMESTAMP_HEADER]: String(Math.floor(atMs)) }),
    },
    body: Buffer.from(body, 'latin1'),
  };
}
