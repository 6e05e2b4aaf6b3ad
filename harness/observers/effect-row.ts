/** One row or element that a user's view of effects brought, as an effect. */
import type { SeenEffect } from '../../simulator/history.ts';
import type { Subject } from './observer.ts';

/** What is wrong with a row, as the end of a sentence that begins with the row's name. */
export interface RowFault {
  readonly fault: string;
}

/**
 * Reads `kind`, `eventId` or `event_id`, `objectId` or `object_id`, and `key`; other fields are ignored, `null` is absent. A row
 * without an event gets the one that was asked for. A row of another event or object than was asked for is a fault: a view
 * that does not filter would count the effects of others.
 */
export function effectOf(
  row: unknown,
  subject: Subject,
  askedEventId: string | undefined,
): SeenEffect | RowFault {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return { fault: 'is no object' };
  const fields = row as Readonly<Record<string, unknown>>;
  const kind = fields['kind'];
  if (typeof kind !== 'string' || kind === '') return { fault: 'has no "kind" (a text)' };
  const eventId = idIn(fields['eventId'] ?? fields['event_id']);
  const objectId = idIn(fields['objectId'] ?? fields['object_id']);
  const key = idIn(fields['key']);
  if (eventId === false || objectId === false || key === false)
    return { fault: 'has an id or key that is no text' };
  if (objectId !== undefined && objectId !== subject.objectId)
    return { fault: `is of object ${objectId}, not ${subject.objectId}` };
  const isForeign = askedEventId !== undefined && eventId !== undefined && eventId !== askedEventId;
  if (isForeign) return { fault: `is of event ${eventId}, not ${askedEventId}` };
  const ofEvent = eventId ?? askedEventId;
  return {
    kind,
    ...(ofEvent !== undefined && { eventId: ofEvent }),
    ...(objectId !== undefined && { objectId }),
    ...(key !== undefined && { key }),
  };
}

function idIn(value: unknown): string | undefined | false {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : false;
}
