/** Changes of JSON bodies, for alterations. */
import type { Alteration, Workshop } from './alteration.ts';
import {
  leaf,
  mapMembers,
  mapObjects,
  nameOf,
  readJson,
  textOf,
  valueOf,
  writeJson,
  type Member,
  type Node,
  type ObjectNode,
} from './json-text.ts';
import type { Parcel } from '../signing/scheme.ts';

export type BodyChange = (body: Node, workshop: Workshop) => string | Uint8Array;

/**
 * The same content in other bytes. Signed as they leave; where the signature is in the body, it covers values and not bytes, and
 * the change comes after it.
 */
export function rewritten(change: BodyChange): Pick<Alteration, 'compose' | 'after'> {
  return {
    compose: (parcel, workshop) => (isSignedWithin(workshop) ? parcel : withBody(parcel, workshop, change)),
    after: (parcel, workshop) => (isSignedWithin(workshop) ? withBody(parcel, workshop, change) : parcel),
  };
}

/** Other content, signed as always. */
export function respelt(change: (body: Node, workshop: Workshop) => Node): Pick<Alteration, 'compose'> {
  return {
    compose: (parcel, workshop) => withBody(parcel, workshop, (body) => writeJson(change(body, workshop))),
  };
}

function isSignedWithin({ profile: { scheme } }: Workshop): boolean {
  return scheme.kind !== 'none' && scheme.signatureHeaders.length === 0;
}

function withBody(parcel: Parcel, workshop: Workshop, change: BodyChange): Parcel {
  const body = change(readJson(Buffer.from(parcel.body).toString()), workshop);
  return { ...parcel, body: typeof body === 'string' ? Buffer.from(body) : body };
}

/** The body with further members, name and JSON text, in every object that holds the id of an event or of its object. */
export function withMembers(body: Node, workshop: Workshop, members: Readonly<Record<string, string>>): Node {
  const added = Object.entries(members).map(([name, raw]): Member => ({
    key: JSON.stringify(name),
    value: { kind: 'leaf', raw },
  }));
  let count = 0;
  const found = mapObjects(body, (object) => {
    if (!object.members.some((member) => holdsId(member, workshop))) return object;
    count += 1;
    const fitting = added.filter((member) => mayHold(object, member));
    return { kind: 'object', members: [...object.members, ...fitting] };
  });
  if (count > 0 || body.kind !== 'object') return found;
  return { kind: 'object', members: [...body.members, ...added] };
}

/** An event of CloudEvents has no names but of lower-case letters and digits, and its library refuses others. */
function mayHold({ members }: ObjectNode, added: Member): boolean {
  return members.every((member) => nameOf(member) !== 'specversion') || /^[a-z0-9]+$/.test(nameOf(added));
}

/** The body with one more member that holds so many characters. */
export function padded(body: Node, length: number): Node {
  if (body.kind === 'leaf') return body;
  if (body.kind === 'array') {
    const [first, ...rest] = body.items;
    return first === undefined ? body : { kind: 'array', items: [padded(first, length), ...rest] };
  }
  const member: Member = { key: '"padding"', value: leaf('x'.repeat(length)) };
  return { kind: 'object', members: [...body.members, member] };
}

function holdsId({ value }: Member, { dispatch }: Workshop): boolean {
  return (
    value.kind === 'leaf' &&
    dispatch.events.some((event) => [event.id, event.objectId].includes(textOf(value)))
  );
}

/** True when the member's value speaks of the object of an event. */
export function namesObject({ value }: Member, { dispatch }: Workshop): boolean {
  return value.kind === 'leaf' && dispatch.events.some((event) => textOf(value).includes(event.objectId));
}

/**
 * The parcel with `type` for every text that says what kind of event it is, in headers and body; without them when there is none.
 * Where nothing does so the state has to: a status that nobody knows is an event that nobody knows.
 */
export function withType(parcel: Parcel, workshop: Workshop, type?: string): Parcel {
  const { events } = workshop.dispatch;
  const isType = (value: unknown): boolean => events.some((event) => event.type === value);
  const headers = Object.entries(parcel.headers).flatMap(([name, value]): [string, string][] => {
    if (!isType(value)) return [[name, value]];
    return type === undefined ? [] : [[name, type]];
  });
  const raw = type === undefined ? undefined : JSON.stringify(type);
  const body = readJson(Buffer.from(parcel.body).toString());
  const typed = writeJson(withValues(body, (member) => namesType(member, workshop), raw));
  const isTold = typed !== writeJson(body) || Object.values(parcel.headers).some((value) => isType(value));
  const changed = isTold ? typed : writeJson(withValues(body, statusIn(body, workshop), raw));
  return { ...parcel, headers: Object.fromEntries(headers), body: Buffer.from(changed) };
}

/** True when the member says what kind of event it is. */
export function namesType({ value }: Member, { dispatch }: Workshop): boolean {
  return value.kind === 'leaf' && dispatch.events.some((event) => valueOf(value) === event.type);
}

/** Tells the members that hold a state: by their name, or, where none has such a name, every text that is no id. */
export function statusIn(body: Node, workshop: Workshop): (member: Member) => boolean {
  let count = 0;
  mapMembers(body, (member) => {
    if (namesStatus(member)) count += 1;
    return member;
  });
  if (count > 0) return namesStatus;
  return (member) =>
    member.value.kind === 'leaf' &&
    member.value.raw.startsWith('"') &&
    !holdsId(member, workshop) &&
    !namesObject(member, workshop) &&
    !namesInstant(member);
}

function namesStatus(member: Member): boolean {
  return member.value.kind === 'leaf' && /(?:^|_)(?:status|state)$|(?:Status|State)$/.test(nameOf(member));
}

/** True when the member holds an instant. */
export function namesInstant(member: Member): boolean {
  if (member.value.kind !== 'leaf') return false;
  const text = textOf(member.value);
  return /^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:\d\d)|^1[5-9]\d{8}(?:\d{3})?$/.test(text);
}

/** The body with every member that `is` tells with the JSON text `raw` for its value; without them when there is none. */
export function withValues(body: Node, is: (member: Member) => boolean, raw?: string): Node {
  return mapMembers(body, (member) => {
    if (!is(member)) return member;
    return raw === undefined ? undefined : { key: member.key, value: { kind: 'leaf', raw } };
  });
}

/** Every text and number of the body as `change` writes it. */
export function withLeaves(body: Node, change: (raw: string) => string): Node {
  if (body.kind === 'leaf') return { kind: 'leaf', raw: change(body.raw) };
  if (body.kind === 'array')
    return { kind: 'array', items: body.items.map((item) => withLeaves(item, change)) };
  const members = body.members.map(({ key, value }) => ({ key, value: withLeaves(value, change) }));
  return { kind: 'object', members };
}
