/** What several parts of a config's schema have in common. */
import { z } from 'zod';
import type { JsonObject } from '../../simulator/json.ts';

export const text: z.ZodString = z.string().min(1, { error: 'a text that is not empty' });

export const texts: z.ZodRecord<z.ZodString, z.ZodString> = z.record(z.string(), z.string());

export const oneOrMore: z.ZodUnion<[z.ZodString, z.ZodArray<z.ZodString>]> = z.union([text, z.array(text)], {
  error: 'a text or a list of texts',
});

export const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.json());

export const httpMethod: z.ZodString = z
  .string()
  .regex(/^[A-Z]+$/, { error: 'an HTTP method in capital letters' });

/** Of a path that nobody can guess. */
export const pathToken: z.ZodString = z
  .string()
  .regex(/^(?:[\w-]{16,128}|\$\{\w+\}|\{env\.\w+\})$/, { error: '16 to 128 letters, digits, - or _' });

export function count(min: number, max: number): z.ZodNumber {
  const error = `a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

export const port: z.ZodNumber = count(1, 65_535);

const ID_SHAPE = /^(?:[^{}]|\{(?:uuid|(?:int|hex|base36|BASE36|base62)(?::[1-9]\d?)?)\})+$/;

/** See `fillIdShape`. */
export const idShape: z.ZodString = z.string().regex(ID_SHAPE, {
  error:
    'an id shape: text with at least one of {uuid}, {int}, {int:12}, {hex:n}, {base36:n}, {BASE36:n}, {base62:n}',
});

export const jsonPath: z.ZodString = z.string().regex(/^\$/, { error: 'a JSONPath that begins with $' });
