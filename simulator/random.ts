/**
 * The only door through which chance comes in, and the only importer of seedrandom.
 *
 * A stream is forked by label, so that a draw added in one place never shifts the draws of another.
 */
import { createHash } from 'node:crypto';
import seedrandom from 'seedrandom';

export interface Random {
  /** A stream of its own, fixed by this stream's seed and the label alone (not by what was drawn before). */
  fork(label: string): Random;
  /** A whole number, `min` and `max` included. */
  integer(min: number, max: number): number;
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  shuffle<T>(values: readonly T[]): T[];
}

export function seededRandom(seed: string): Random {
  const next = seedrandom(seed);
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    fork: (label) => seededRandom(`${seed}/${label}`),
    integer,
    chance: (probability) => next() < probability,
    pick: (values) => {
      const value = values[integer(0, values.length - 1)];
      if (value === undefined) throw new RangeError('pick: there is nothing to pick from');
      return value;
    },
    shuffle: (values) => {
      const shuffled = [...values];
      for (let index = shuffled.length - 1; index > 0; index -= 1) {
        const other = integer(0, index);
        const held = shuffled[index] as (typeof shuffled)[number];
        shuffled[index] = shuffled[other] as typeof held;
        shuffled[other] = held;
      }
      return shuffled;
    },
  };
}

/** A seed nobody has chosen: eight hexadecimal digits, to be printed before anything is played. */
export function freshSeed(): string {
  return freshToken(4);
}

/** An unguessable token of `bytes` random bytes, in hexadecimal (path tokens, namespaces). */
export function freshToken(bytes = 16): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');
}

const ALPHABETS: Readonly<Record<string, string>> = {
  hex: '0123456789abcdef',
  base36: '0123456789abcdefghijklmnopqrstuvwxyz',
  BASE36: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  base62: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
};

/**
 * Fills an id shape from a hash of (namespace, label): the same id on every attempt of a run, another in every run.
 *
 * Shapes: `{uuid}` (version 4 form), `{int}` or `{int:12}` (digits, no leading zero; 9 by default so that it fits a
 * 32-bit column), `{hex:n}`, `{base36:n}`, `{BASE36:n}` (upper case), `{base62:n}`; other text is kept:
 * `pi_{base62:24}`.
 */
export function fillIdShape(shape: string, namespace: string, label: string): string {
  let part = 0;
  return shape.replace(
    /\{(uuid|int|hex|base36|BASE36|base62)(?::(\d+))?\}/g,
    (_, kind: string, length?: string) => {
      part += 1;
      const bytes = digest(`${namespace}\n${label}\n${part}`);
      if (kind === 'uuid') return uuidFrom(bytes);
      if (kind === 'int') return digitsFrom(bytes, Number(length ?? 9));
      const alphabet = ALPHABETS[kind] ?? '';
      return Array.from(
        { length: Number(length ?? 16) },
        (__, index) => alphabet[byteAt(bytes, index) % alphabet.length],
      ).join('');
    },
  );
}

function digest(text: string): Buffer {
  return createHash('sha512').update(text).digest();
}

function byteAt(bytes: Buffer, index: number): number {
  return bytes[index % bytes.length] ?? 0;
}

function digitsFrom(bytes: Buffer, length: number): string {
  const rest = Array.from({ length: length - 1 }, (_, index) => byteAt(bytes, index + 1) % 10).join('');
  return `${(byteAt(bytes, 0) % 9) + 1}${rest}`;
}

function uuidFrom(bytes: Buffer): string {
  const hex = bytes.subarray(0, 16).toString('hex');
  const variant = '89ab'[byteAt(bytes, 8) % 4] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
