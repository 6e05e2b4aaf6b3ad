/** The shape of `lost200.config.*`, strict: a key that is not listed here is a typo. What values mean is checked in `resolve.ts`. */
import { z } from 'zod';
import { isDuration, isPace } from './duration.ts';
import { lifecycleSchema } from './lifecycle-schema.ts';
import { fixturesSchema, profileSchema } from './profile-schema.ts';
import {
  count,
  httpMethod,
  idShape,
  jsonObject,
  jsonPath,
  oneOrMore,
  pathToken,
  port,
  text,
  texts,
} from './schema-parts.ts';
import { sinkSchema } from './sink-schema.ts';
import type { UserConfig } from './user-config.ts';

const scalars = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const json = z.json();

const duration = z
  .union([z.number(), z.string()])
  .refine(isDuration, {
    error: 'a duration of at most 24 h: milliseconds as a number, or "500ms", "30s", "2m", "1h"',
  })
  .meta({ description: 'Milliseconds as a number, or text with a unit: 500ms, 30s, 2m, 1h.' });

const httpUrl = z.string().regex(/^(?:https?:\/\/[^/?#@]+(?:[/?#]|$)|\$\{\w+\}|\{env\.\w+\})/, {
  error: 'an http:// or https:// URL without user name or password (send those as a header)',
});

const database = z
  .string()
  .regex(/^(?:postgres(?:ql)?:\/\/|.*(?:\$\{\w+\}|\{env\.\w+\}))/, { error: 'a postgres:// URL' });

const tablesDatabase = text.regex(
  /^(?:(?:postgres(?:ql)?|mysql|mariadb):\/\/|sqlite:|(?![a-z][\w+.-]+:)|.*(?:\$\{\w+\}|\{env\.\w+\}))/i,
  { error: 'a postgres://, mysql:// or sqlite: URL, or the path of an SQLite file' },
);

const columnName = z.string().regex(/^.+\..+$/, { error: 'a column as "table.column"' });

const path = z.string().regex(/^\//, { error: 'a path that begins with /' });

const lookup = z.union([httpUrl, z.strictObject({ url: httpUrl, path: jsonPath.optional() })], {
  error: 'a URL or { url, path }',
});

const exec = z.union(
  [
    text,
    z.strictObject({
      command: text,
      cwd: text.optional(),
      env: scalars.optional(),
      ready: z
        .union([path, z.strictObject({ path: path.optional(), timeout: duration.optional() })], {
          error: 'a path or { path, timeout }',
        })
        .optional(),
      stopTimeout: duration.optional(),
    }),
  ],
  { error: 'a command or { command, cwd, env, ready, stopTimeout }' },
);

const hook = z
  .strictObject({
    http: z
      .strictObject({
        url: httpUrl,
        method: httpMethod.optional(),
        headers: texts.optional(),
        body: json.optional(),
      })
      .optional(),
    sql: z.strictObject({ database: database.optional(), query: text }).optional(),
    command: text.optional(),
  })
  .refine((value) => Object.keys(value).length === 1, { error: 'exactly one of http, sql, command' })
  .meta({ minProperties: 1, maxProperties: 1 });

const observerCommand = z.union(
  [text, z.strictObject({ command: text, env: scalars.optional(), timeout: duration.optional() })],
  { error: 'a command or { command, env, timeout }' },
);

const observerModule = z.union([text, z.strictObject({ module: text, options: jsonObject.optional() })], {
  error: 'a path such as "./observer.mjs#name", or { module, options }',
});

const observe = z.strictObject({
  command: observerCommand.optional(),
  module: observerModule.optional(),
  http: z
    .strictObject({
      state: lookup.optional(),
      effects: lookup.optional(),
      values: lookup.optional(),
      headers: texts.optional(),
    })
    .refine((value) => (value.state ?? value.effects ?? value.values) !== undefined, {
      error: 'state, effects, values or several of them',
    })
    .optional(),
  sql: z
    .strictObject({
      database,
      state: text.optional(),
      effects: text.optional(),
      values: text.optional(),
    })
    .refine((value) => (value.state ?? value.effects ?? value.values) !== undefined, {
      error: 'a query: state, effects, values or several of them',
    })
    .optional(),
  tables: z
    .strictObject({
      database: tablesDatabase,
      judge: z.array(text).optional(),
      ignore: z.array(text).optional(),
      schemas: z.array(text).min(1, { error: 'at least one schema' }).optional(),
      state: columnName.optional(),
      mask: z.array(columnName).optional(),
    })
    .optional(),
});

const checks = z.record(
  z.string(),
  z
    .strictObject({ module: text.optional(), command: text.optional() })
    .refine((value) => Object.keys(value).length === 1, { error: 'exactly one of module, command' })
    .meta({ minProperties: 1, maxProperties: 1 }),
);

const reporter = z.union([text, z.strictObject({ name: text, path: text.optional() })], {
  error: '"name", "name=path" or { name, path }',
});

/** The schema of a config file. It checks and changes nothing: what it returns is what was written. */
export const configSchema: z.ZodType<UserConfig> = z.strictObject({
  $schema: z.string().optional(),
  url: httpUrl.optional(),
  exec: exec.optional(),
  headers: texts.optional(),
  secret: oneOrMore.optional(),
  expiredSecret: oneOrMore.optional(),
  profile: profileSchema.optional(),
  fixtures: fixturesSchema.optional(),
  bodySchema: text.optional(),
  lifecycle: lifecycleSchema.optional(),
  stateNames: texts.optional(),
  only: oneOrMore.optional(),
  seed: z.union([text, z.number()], { error: 'a text or a number' }).optional(),
  seeds: count(1, 100_000).optional(),
  repeat: count(0, 1000).optional(),
  timeout: duration.optional(),
  quietFloor: duration.optional(),
  pace: z.string().refine(isPace, { error: 'virtual time = real time, as in "1h=1s"' }).optional(),
  settle: z.strictObject({ timeout: duration.optional() }).optional(),
  concurrency: count(1, 64).optional(),
  observe: observe.optional(),
  sink: sinkSchema.optional(),
  checks: checks.optional(),
  arrange: hook.optional(),
  cleanup: hook.optional(),
  drain: hook.optional(),
  ids: z
    .strictObject({
      object: idShape.optional(),
      event: idShape.optional(),
      owner: idShape.optional(),
      part: idShape.optional(),
    })
    .optional(),
  fixed: scalars.optional(),
  providerApi: z
    .strictObject({
      port: port.optional(),
      token: pathToken.optional(),
    })
    .optional(),
  allowHost: oneOrMore.optional(),
  namespace: z
    .string()
    .regex(/^[\w-]{1,64}$/, { error: '1 to 64 letters, digits, - or _' })
    .optional(),
  out: text.optional(),
  reporters: z.array(reporter).optional(),
  strict: z.boolean().optional(),
  accept: oneOrMore.optional(),
  require: oneOrMore.optional(),
});
