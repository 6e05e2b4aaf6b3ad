/** The published JSON Schema of the config file, for editors: `$schema` in JSON, a comment in YAML. */
import { z } from 'zod';
import type { JsonObject } from '../../simulator/json.ts';
import { configSchema } from './schema.ts';

/** Draft 2020-12. Made from the schema that checks config files, so the two cannot drift apart. */
export function configJsonSchema(): JsonObject {
  const schema: unknown = z.toJSONSchema(configSchema, { io: 'input' });
  const plain = JSON.parse(JSON.stringify(schema)) as JsonObject;
  return { title: 'lost200 configuration', ...plain };
}
