/** The shape of `profile` and `fixtures` in a config file, strict. */
import { z } from 'zod';
import { isProviderTime } from './duration.ts';
import type { FixtureConfig, ProfileConfig } from './profile-config.ts';
import { idShape, jsonPath, text, texts } from './schema-parts.ts';

const providerTime = z
  .union([z.number(), z.string()])
  .refine(isProviderTime, {
    error: 'a time of at most 90 days: milliseconds as a number, or "5s", "10m", "2h", "3d"',
  })
  .meta({ description: 'Milliseconds as a number, or text with a unit: 5s, 10m, 2h, 3d.' });

const aStatus = { error: 'a status such as 201, or "2xx"' };
const status = z.union(
  [z.int(aStatus).min(100, aStatus).max(599, aStatus), z.string().regex(/^[1-5](?:\d\d|xx)$/, aStatus)],
  aStatus,
);
const statuses = z.union([status, z.array(status)], { error: 'statuses such as "2xx" or [200, 201]' });

const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: 'the name of a header' });
const hasDigest = z.string().regex(/\{digest\}/, { error: 'a text with {digest} in it' });
const hasSecret = z.string().regex(/\{secret\}/, { error: 'a text with {secret} in it' });

const hmac = z.strictObject({
  algorithm: z.enum(['sha1', 'sha256', 'sha512']).optional(),
  encoding: z.enum(['hex', 'base64']).optional(),
  signs: text.optional(),
  headers: texts
    .refine((headers) => Object.values(headers).some((one) => one.includes('{signatures}')), {
      error: 'headers of which one has {signatures} in it',
    })
    .optional(),
  entry: hasDigest.optional(),
  separator: text.optional(),
  version: text.optional(),
  timestamp: z.enum(['seconds', 'milliseconds']).optional(),
  key: z.enum(['text', 'base64', 'hex']).optional(),
  keyPrefix: text.optional(),
  tolerance: providerTime.optional(),
});

const token = z.strictObject({ header: headerName, as: hasSecret.optional() });

const signature = z.union(
  [
    z.literal('none'),
    z
      .strictObject({ hmac: hmac.optional(), token: token.optional() })
      .refine((value) => Object.keys(value).length === 1, { error: 'exactly one of hmac, token' })
      .meta({ minProperties: 1, maxProperties: 1 }),
  ],
  { error: '"none", { hmac } or { token }' },
);

const envelope = z.union([text, z.record(z.string(), z.json())], {
  error: 'a template such as { id: "{id}", data: "{data}" }, or "{data}"',
});

export const profileSchema: z.ZodType<string | ProfileConfig> = z.union(
  [
    text,
    z.strictObject({
      extends: text.optional(),
      id: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, { error: 'an id of small letters, digits and -' })
        .optional(),
      title: text.optional(),
      retry: z
        .strictObject({
          delays: z.array(providerTime).max(100).optional(),
          jitter: z.number().min(0).max(1).optional(),
        })
        .optional(),
      timeout: providerTime.optional(),
      success: statuses.optional(),
      disables: statuses.optional(),
      givesUp: statuses.optional(),
      eventId: idShape.optional(),
      headers: z.record(headerName, z.union([z.string(), z.null()])).optional(),
      signature: signature.optional(),
      envelope: envelope.optional(),
      body: z.enum(['json', 'form']).optional(),
      queue: z.enum(['parallel', 'fifo', 'ordered']).optional(),
    }),
  ],
  { error: 'the id of a built-in profile, or a profile as { extends, retry, headers, signature, … }' },
);

const places = z
  .union([jsonPath, z.array(jsonPath).min(1), z.literal(false)], {
    error: 'a JSONPath that begins with $, several of them, or false',
  })
  .optional();

export const fixturesSchema: z.ZodType<readonly FixtureConfig[]> = z.array(
  z.strictObject({
    file: text,
    fact: text.optional(),
    type: text.optional(),
    id: places,
    object: places,
    status: places,
    time: places,
    schema: text.optional(),
  }),
);
