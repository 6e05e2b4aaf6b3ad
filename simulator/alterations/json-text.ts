/**
 * JSON as text: a tree that keeps every text and number as it was written, so that a body can be written otherwise (other
 * spaces, another order, another notation) without a change of its meaning, and spoiled without a change of the rest.
 */
import type { Json } from '../json.ts';

export interface Leaf {
  readonly kind: 'leaf';
  /** As written: `"caf\u00e9"`, `1.50`, `null`. */
  readonly raw: string;
}

export interface Member {
  /** The name as written, quotes included. */
  readonly key: string;
  readonly value: Node;
}

export type Node =
  | Leaf
  | { readonly kind: 'array'; readonly items: readonly Node[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] };

export type ObjectNode = Extract<Node, { readonly kind: 'object' }>;

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)\s*/gy;

/** @throws SyntaxError for what is no JSON. */
export function readJson(text: string): Node {
  JSON.parse(text);
  const tokens = Array.from(text.matchAll(TOKEN), (match) => match[1] ?? '');
  let next = 0;
  const value = (): Node => {
    const token = tokens[next] ?? '';
    next += 1;
    if (token === '[') return { kind: 'array', items: list(']', value) };
    if (token === '{') return { kind: 'object', members: list('}', member) };
    return { kind: 'leaf', raw: token };
  };
  const member = (): Member => {
    const key = tokens[next] ?? '';
    next += 2;
    return { key, value: value() };
  };
  const list = <T>(end: string, one: () => T): T[] => {
    const found: T[] = [];
    while (tokens[next] !== end) {
      if (tokens[next] === ',') next += 1;
      found.push(one());
    }
    next += 1;
    return found;
  };
  return value();
}

/** How it is written: compact unless `indent` says how many spaces. */
export function writeJson(node: Node, indent?: number, depth = 0): string {
  const [open, close, parts] =
    node.kind === 'array'
      ? ['[', ']', node.items.map((item) => writeJson(item, indent, depth + 1))]
      : node.kind === 'object'
        ? [
            '{',
            '}',
            node.members.map(
              ({ key, value }) =>
                `${key}:${indent === undefined ? '' : ' '}${writeJson(value, indent, depth + 1)}`,
            ),
          ]
        : [node.raw, '', []];
  if (parts.length === 0) return open + close;
  if (indent === undefined) return open + parts.join(',') + close;
  const line = (level: number): string => `\n${' '.repeat(indent * level)}`;
  return open + line(depth + 1) + parts.join(`,${line(depth + 1)}`) + line(depth) + close;
}

export function leaf(value: Json): Node {
  return readJson(JSON.stringify(value));
}

export function valueOf({ raw }: Leaf): Json {
  return JSON.parse(raw) as Json;
}

/** The text of a text, and of all else the text that it is written as. */
export function textOf(node: Leaf): string {
  const value = valueOf(node);
  return typeof value === 'string' ? value : node.raw;
}

export function nameOf({ key }: Member): string {
  return JSON.parse(key) as string;
}

/** The tree with every member of every object as `change` says, the innermost first; `undefined` leaves it out. */
export function mapMembers(node: Node, change: (member: Member) => Member | undefined): Node {
  if (node.kind === 'array')
    return { kind: 'array', items: node.items.map((item) => mapMembers(item, change)) };
  if (node.kind === 'leaf') return node;
  const members = node.members.flatMap(
    ({ key, value }) => change({ key, value: mapMembers(value, change) }) ?? [],
  );
  return { kind: 'object', members };
}

/** The tree with every object as `change` says, the innermost first. */
export function mapObjects(node: Node, change: (object: ObjectNode) => ObjectNode): Node {
  if (node.kind === 'leaf') return node;
  if (node.kind === 'array')
    return { kind: 'array', items: node.items.map((item) => mapObjects(item, change)) };
  const members = node.members.map(({ key, value }) => ({ key, value: mapObjects(value, change) }));
  return change({ kind: 'object', members });
}
