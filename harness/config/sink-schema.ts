/** The shape of `sink` in `lost200.config.*`. */
import { z } from 'zod';
import type { SinkConfig } from './user-config.ts';

const VARIABLE = /^[A-Za-z_]\w*$/;

const text = z.string().min(1, { error: 'a text that is not empty' });
const texts = z.record(z.string(), z.string());
const oneOrMore = z.union([text, z.array(text)], { error: 'a text or a list of texts' });
const port = z
  .int({ error: 'a whole number from 1 to 65535' })
  .min(1, { error: 'a whole number from 1 to 65535' })
  .max(65_535, { error: 'a whole number from 1 to 65535' });
const variable = z.string().regex(VARIABLE, { error: 'the name of an environment variable' });
const variableWithPath = z
  .string()
  .regex(/^[A-Za-z_]\w*(?:=\/.*)?$/, { error: 'the name of an environment variable, or NAME=/path' });

const route = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Z]+$/, { error: 'an HTTP method in capital letters' })
    .optional(),
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
  token: z
    .string()
    .regex(/^(?:[\w-]{16,128}|\$\{\w+\}|\{env\.\w+\})$/, { error: '16 to 128 letters, digits, - or _' })
    .optional(),
  keys: oneOrMore.optional(),
  ignore: oneOrMore.optional(),
  judge: oneOrMore.optional(),
  routes: z.array(route).optional(),
  smtp: z.union([z.literal(true), smtp], { error: 'true or { env, port }' }).optional(),
  proxy: z.union([z.literal(true), proxy], { error: 'true or { port, allow }' }).optional(),
});
