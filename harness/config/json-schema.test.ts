import { expect, test } from 'vitest';
import { configJsonSchema } from './json-schema.ts';

test('the published schema names every key and refuses others', () => {
  const schema = configJsonSchema();
  expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  expect(Object.keys(schema['properties'] as object)).toEqual(
    expect.arrayContaining([
      '$schema',
      'url',
      'exec',
      'secret',
      'observe',
      'arrange',
      'providerApi',
      'require',
    ]),
  );
  expect(schema).toMatchObject({
    properties: { drain: { minProperties: 1, maxProperties: 1 }, strict: { type: 'boolean' } },
  });
});
