import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fillBodyTemplate,
  fillTemplate,
  fillUrlTemplate,
  placeholdersOf,
  toBindParameters,
} from './template.ts';

const values = { objectId: 'o\'1/"x"', eventId: 'e 2', 'fixed.customer': 'c&3' };

describe('fillTemplate', () => {
  test('fills, encodes, and leaves other braces alone', () => {
    expect(fillTemplate('{objectId}{ x }{{objectId}}{"a":{}}', values)).toBe(
      'o\'1/"x"{ x }{objectId}{"a":{}}',
    );
    expect(fillUrlTemplate('http://a/{objectId}?c={fixed.customer}', values)).toBe(
      "http://a/o'1%2F%22x%22?c=c%263",
    );
    expect(fillBodyTemplate('{"id":"{objectId}","n":{"c":"{fixed.customer}"}}', values)).toBe(
      '{"id":"o\'1/\\"x\\"","n":{"c":"c&3"}}',
    );
    expect(fillBodyTemplate('id={objectId}', values)).toBe('id=o\'1/"x"');
  });

  test('names what it does not know', () => {
    expect(() => fillTemplate('{objectID}', values)).toThrow(
      'Unknown placeholder {objectID}. Did you mean "objectId"?',
    );
    expect(() => fillTemplate('{constructor}', {})).toThrow('Unknown placeholder {constructor}');
  });

  test('a JSON body stays JSON whatever the value is', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const body = fillBodyTemplate('{"a":["{v}"]}', { v: value });
        expect(JSON.parse(body)).toEqual({ a: [value] });
      }),
    );
  });

  test('a value stays one segment of a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
        const [, first, last] = new URL(fillUrlTemplate('http://a/{v}x/end', { v: value })).pathname.split(
          '/',
        );
        expect([decodeURIComponent(first ?? ''), last]).toEqual([`${value}x`, 'end']);
      }),
    );
  });
});

test('placeholdersOf', () => {
  expect(placeholdersOf('{a}{{b}}{c.d-e}{a}{1}{ f }')).toEqual(['a', 'c.d-e']);
});

describe('toBindParameters', () => {
  test('binds each place, quoted or not', () => {
    expect(toBindParameters("select {objectId}, '{eventId}' where x = {objectId}", values)).toEqual({
      text: 'select $1, $2 where x = $3',
      parameters: [values.objectId, values.eventId, values.objectId],
    });
  });

  test('leaves comments, names and literals alone', () => {
    const query =
      "select '{a,b}', '{a}'::text[], \"{objectId}\" -- don't {objectId}\n/* '{eventId} */ from t";
    expect(toBindParameters(query, values)).toEqual({ text: query, parameters: [] });
  });

  test('refuses what cannot be bound', () => {
    expect(() => toBindParameters("select '%{objectId}%'", values)).toThrow(
      /stands inside the literal '%\{objectId\}%'/,
    );
    expect(() => toBindParameters('select {nobody}', values)).toThrow('Unknown placeholder {nobody}');
  });

  test('no value ever enters the text', () => {
    const piece = fc.oneof(
      fc.constantFrom('{objectId}', "'{eventId}'", ' and ', "'it''s'", '-- x\n', '"q"', '$$'),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.string({ minLength: 12 }), (pieces, value) => {
        const marked = { objectId: `<${value}>`, eventId: `[${value}]` };
        const { text, parameters } = toBindParameters(pieces.join(' '), marked);
        expect(text).not.toContain(marked.objectId);
        expect(text).not.toContain(marked.eventId);
        const places = text.match(/\$\d+/g) ?? [];
        expect(places).toEqual(parameters.map((_, index) => `$${index + 1}`));
        const asked = pieces.filter((each) => /objectId|eventId/.test(each));
        expect(parameters).toEqual(
          asked.map((each) => (each === '{objectId}' ? marked.objectId : marked.eventId)),
        );
      }),
    );
  });
});
