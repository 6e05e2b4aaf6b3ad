/** The shape of `sink` in `lost200.config.*`. */
import { z } from 'zod';
import { httpMethod, oneOrMore, pathToken, port, text, texts } from './schema-parts.ts';
import type { SinkConfig } from './user-config.ts';

const VARIABLE = /^[A-Za-z_]\w*$/;

const variable = z.string().regex(VARIABLE, { error: 'the name of an environment variable' });
const variableWithPath = z
  .string()
  .regex(/^[A-Za-z_]\w*(?:=\/.*)?$/, { error: 'the name of an environment variable, or NAME=/path' });

const route = z.strictObject({
  method: httpMethod.optional(),
  path: text,
  status: z
    .int({ error: 'a status from 200 to 599' })
    .min(200, { error: 'a status from 200 to 599' })
    .max(599, { error: 'a status from 200 to 599' })
    .optional(),
  body: z.json().optional(),
  headers: texts.optional(),
});

const smtp = z.strictObject({
  env: z
    .strictObject({ url: variable.optional(), host: variable.optional(), port: variable.optional() })
    .optional(),
  port: port.optional(),
});

const proxy = z.strictObject({ port: port.optional(), allow: oneOrMore.optional() });

export const sinkSchema: z.ZodType<SinkConfig> = z.strictObject({
  env: z
    .union([variableWithPath, z.array(variableWithPath)], {
      error: 'the name of an environment variable or NAME=/path, or a list of them',
    })
    .optional(),
  port: port.optional(),
  token: pathToken.optional(),
  keys: oneOrMore.optional(),
  ignore: oneOrMore.optional(),
  judge: oneOrMore.optional(),
  routes: z.array(route).optional(),
  smtp: z.union([z.literal(true), smtp], { error: 'true or { env, port }' }).optional(),
  proxy: z.union([z.literal(true), proxy], { error: 'true or { port, allow }' }).optional(),
});
