/** The shape of a lifecycle in a config file, strict. */
import { z } from 'zod';
import { count, jsonObject, text, texts } from './schema-parts.ts';
import type { LifecycleConfig } from './user-config.ts';

const facts = z.array(text);
const always = z.literal('always', { error: '"always", or nothing' }).optional();

const effectRule = z.strictObject({ kind: text, when: z.enum(['always', 'ifCurrent']).optional() });

const draw = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('amount'), min: z.int(), max: z.int(), on: facts.optional() }),
    z.strictObject({ kind: z.literal('choice'), from: z.array(text).min(1), on: facts.optional() }),
    z.strictObject({ kind: z.literal('children'), grows: z.literal(true).optional(), on: facts.optional() }),
  ],
  { error: 'a draw: { kind: amount, min, max }, { kind: choice, from } or { kind: children }' },
);

const value = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('latest'),
      field: text,
      facts: facts.optional(),
      notAfter: facts.optional(),
      when: always,
    }),
    z.strictObject({
      kind: z.literal('set'),
      field: text,
      of: z.enum(['newest', 'all']).optional(),
      facts: facts.optional(),
      notAfter: facts.optional(),
      when: always,
    }),
    z.strictObject({
      kind: z.literal('sum'),
      field: text,
      plus: facts,
      minus: facts.optional(),
      when: always,
    }),
    z.strictObject({ kind: z.literal('count'), facts, when: always }),
    z.strictObject({ kind: z.literal('unique'), facts: facts.optional() }),
    z.strictObject({ kind: z.literal('entitled'), states: z.array(text).min(1) }),
  ],
  { error: 'a value of the kind latest, set, sum, count, unique or entitled' },
);

const factRule = z.strictObject({
  type: text,
  state: text,
  effects: z.array(effectRule).optional(),
  payload: jsonObject.optional(),
  timesMax: count(1, 6).optional(),
  alsoAs: z.array(text).optional(),
});

export const lifecycleSchema: z.ZodType<string | LifecycleConfig> = z.union(
  [
    text,
    z.strictObject({
      id: text,
      title: text.optional(),
      facts: z.record(z.string(), factRule),
      start: z.array(text).min(1, { error: 'at least one fact that an object begins with' }),
      next: z.record(z.string(), z.array(text)).optional(),
      payload: jsonObject.optional(),
      stateNames: texts.optional(),
      owned: z.literal(true, { error: 'true, or nothing' }).optional(),
      draws: z.record(z.string(), draw).optional(),
      values: z.record(z.string(), value).optional(),
    }),
  ],
  { error: 'the id of a built-in lifecycle, or a lifecycle as { id, facts, start, … }' },
);
