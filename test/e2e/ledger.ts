/** A receiver's books in memory: right by construction, because nothing happens between its look and its leap. */
import { EFFECT_OF } from '../../examples/receivers/lifecycles.ts';

export interface TakenEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };
}

export interface Effect {
  readonly kind: string;
  readonly eventId: string;
  readonly objectId: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an event owes, given whether it is the newest of its object. */
export type Owes = (event: TakenEvent, isNewest: boolean) => readonly string[];

const asExamples: Owes = (event) => {
  const kind = EFFECT_OF.get(event.data.status);
  return kind === undefined ? [] : [kind];
};

export class Ledger {
  readonly #owes: Owes;
  readonly #seen = new Set<string>();
  readonly #objects = new Map<string, { readonly status: string; readonly rank: string }>();
  readonly #effects: Effect[] = [];

  constructor(owes: Owes = asExamples) {
    this.#owes = owes;
  }

  take(event: TakenEvent): void {
    if (this.#seen.has(event.id)) return;
    this.#seen.add(event.id);
    const { id: objectId, status, version } = event.data;
    const rank = `${event.createdAt} ${String(Number(version ?? 0)).padStart(9, '0')}`;
    const known = this.#objects.get(objectId);
    const isNewest = known === undefined || known.rank < rank;
    for (const kind of this.#owes(event, isNewest)) this.#effects.push({ kind, eventId: event.id, objectId });
    if (isNewest) this.#objects.set(objectId, { status, rank });
  }

  /** The routes of the bundled receivers: `POST /webhooks`, `GET /objects/:id`, `GET /effects?event=`. */
  answer(method: string, url: string, body: Buffer): Answer {
    const { pathname, searchParams } = new URL(url, 'http://stub');
    if (method === 'POST') {
      const event = readEvent(body);
      if (event === undefined) return json(400, { error: 'no event' });
      this.take(event);
      return json(200, {});
    }
    if (pathname.startsWith('/objects/')) {
      const known = this.#objects.get(decodeURIComponent(pathname.slice('/objects/'.length)));
      return known === undefined
        ? json(404, { error: 'unknown object' })
        : json(200, { status: known.status });
    }
    if (pathname === '/effects') {
      const [event, object] = [searchParams.get('event'), searchParams.get('object')];
      return json(
        200,
        this.#effects.filter((effect) => effect.eventId === event || effect.objectId === object),
      );
    }
    return json(404, { error: `no route ${method} ${pathname}` });
  }
}

export function json(status: number, value: unknown): Answer {
  return { status, body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

/** `undefined` where the body holds no event. */
function readEvent(body: Buffer): TakenEvent | undefined {
  try {
    const event = JSON.parse(body.toString('utf8')) as TakenEvent | null;
    return typeof event?.data.id === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}
