import { expect, test } from 'vitest';
import { IdIndex } from './id-index.ts';
import { searchableText, withDecoded } from './texts.ts';

const ids = new IdIndex<string>();
ids.add('obj_4fGh1JkLmNoPqRsT', 'o1');
ids.add('msg_Ab3dEf6hIj9lMn2pQr5tUv8x', 'o1');
ids.add('6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'o2');
ids.add('123456789', 'o3');

const found = (text: string): readonly string[] => ids.find(text).map(({ id }) => id);

test.each([
  ['/pay/obj_4fGh1JkLmNoPqRsT.pdf', 'obj_4fGh1JkLmNoPqRsT'],
  ['ledger-obj_4fGh1JkLmNoPqRsT-2', 'obj_4fGh1JkLmNoPqRsT'],
  ['OBJ_4FGH1JKLMNOPQRST', 'obj_4fGh1JkLmNoPqRsT'],
  ['6F9619FF-8B86-4D01-B42D-00CF4FC964FF', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
  ['x=6f9619ff8b864d01b42d00cf4fc964ff&', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
  ['{"n":123456789}', '123456789'],
  ['123456789', '123456789'],
])('%s names %s', (text, id) => {
  expect(found(text)).toEqual([id]);
});

test.each([
  'obj_4fGh1JkLmNoPqRsU',
  'obj_4fGh1JkLmNoPqRsT9',
  '1234567890',
  '0123456789',
  '6f9619ff-8b86-4d01-b42d-123456789abc',
  '',
])('%s names nothing', (text) => {
  expect(found(text)).toEqual([]);
});

test('ids that are too short are not looked for', () => {
  const short = new IdIndex<string>();
  expect(short.add('1234567', 'o1')).toBe(false);
  expect(short.find('1234567')).toEqual([]);
});

test('each once, with its owner', () => {
  expect(ids.find('123456789 obj_4fGh1JkLmNoPqRsT 123456789')).toEqual([
    { id: '123456789', owner: 'o3' },
    { id: 'obj_4fGh1JkLmNoPqRsT', owner: 'o1' },
  ]);
});

const id = 'obj_4fGh1JkLmNoPqRsT';
const base64 = Buffer.from(JSON.stringify({ payment: id })).toString('base64');

test.each<[string, string]>([
  ['percent-encoded', 'payment=%6Fbj_4fGh1JkLmNoPqRsT'],
  ['JSON escapes', '{"payment":"\\u006fbj_4fGh1JkLmNoPqRsT"}'],
  ['JSON in JSON', JSON.stringify({ message: JSON.stringify({ payment: `\u0001${id}` }) })],
  ['base64', `{"data":"${base64}"}`],
  [
    'base64url in a token',
    `Bearer eyJhbGciOiJIUzI1NiJ9.${Buffer.from(`{"sub":"${id}"}`).toString('base64url')}.c2ln`,
  ],
  ['base64 in base64', Buffer.from(base64).toString('base64')],
  ['multipart', `--x\r\nContent-Disposition: form-data; name="p"\r\n\r\n${id}\r\n--x--`],
])('an id is found in %s', (_, text) => {
  expect(found(withDecoded([text]))).toContain(id);
});

test('in the URL, in headers and in the body, but not in headers of the connection', () => {
  expect(found(searchableText(`/a?b=${id}`, {}, ''))).toEqual([id]);
  expect(found(searchableText('/', { 'x-correlation': id }, ''))).toEqual([id]);
  expect(found(searchableText('/', {}, id))).toEqual([id]);
  expect(found(searchableText('/', { 'user-agent': id, host: id }, ''))).toEqual([]);
});
