import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createAnswers, matches } from './answers.ts';
import { askedFor, routeOf, type AskedFor, type Asking } from './kind.ts';
import { bodyText } from './texts.ts';

const id = 'obj_4fGh1JkLmNoPqRsT';

test.each<[string, string]>([
  ['/', '/'],
  ['', '/'],
  [`/payments/${id}`, '/payments/{id}'],
  [`/payments/${id.toUpperCase()}.pdf?x=1`, '/payments/{id}.pdf'],
  [`/pay%6Dents/ledger-${id}`, '/payments/ledger-{id}'],
  ['/v1/charges/42/lines/7', '/v1/charges/{id}/lines/{id}'],
  ['/u/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', '/u/{id}'],
  ['/c/pi_3MtwBwLkdIwHu7ix28a3tqPa', '/c/{id}'],
  ['/v2/create-payment-intent', '/v2/create-payment-intent'],
  ['/oauth2/token', '/oauth2/token'],
  [`api.example:8080/v1/${id}`, 'api.example:8080/v1/{id}'],
])('the route of %s is %s', (url, route) => {
  expect(routeOf(url, [id])).toBe(route);
});

const asked = (given: Partial<Asking>): AskedFor =>
  askedFor({ method: 'POST', url: '/x', headers: {}, text: '', ids: [id], keyNames: [], ...given });

test.each<[Partial<Asking>, Omit<AskedFor, 'route'>]>([
  [{}, { kind: 'POST /x', safe: false }],
  [{ method: 'GET' }, { kind: 'GET /x', safe: true }],
  [{ method: 'HEAD' }, { kind: 'HEAD /x', safe: true }],
  [{ headers: { 'idempotency-key': 'k1' } }, { kind: 'POST /x', safe: false, key: 'POST /x k1' }],
  [{ headers: { 'x-request-id': 'k1' } }, { kind: 'POST /x', safe: false }],
  [{ text: '{"idempotencyKey":"k2"}' }, { kind: 'POST /x', safe: false, key: 'POST /x k2' }],
  [{ text: 'amount=1&idempotency_key=k3' }, { kind: 'POST /x', safe: false, key: 'POST /x k3' }],
  [
    { text: '{"reference":7}', keyNames: ['reference'] },
    { kind: 'POST /x', safe: false, key: 'POST /x 7' },
  ],
  [{ text: '{"query":"{ me { id } }"}' }, { kind: 'POST /x', safe: true }],
  [{ text: '{"query":"mutation Book($a: Int) { book }"}' }, { kind: 'POST /x mutation Book', safe: false }],
  [{ text: '{"jsonrpc":"2.0","method":"book"}' }, { kind: 'POST /x book', safe: false }],
  [{ headers: { 'x-amz-target': 'SNS.Publish' } }, { kind: 'POST /x SNS.Publish', safe: false }],
])('%o asks for %o', (given, expected) => {
  const { route: _, ...rest } = asked(given);
  expect(rest).toEqual(expected);
});

test('PUT and DELETE to one URL are one effect, whatever they hold', () => {
  const put = (url: string, text: string): string | undefined => asked({ method: 'PUT', url, text }).key;
  expect(put('/a', 'x')).toBe(put('/a', 'y'));
  expect(put('/a', 'x')).not.toBe(put('/b', 'x'));
});

test('bodies are unpacked, within bounds', () => {
  const headers = { 'content-encoding': 'gzip' };
  expect(bodyText(headers, gzipSync(id))).toBe(id);
  expect(bodyText(headers, gzipSync(Buffer.alloc(9_000_000))).length).toBeLessThan(100_000);
  expect(bodyText(headers, Buffer.from('no gzip'))).toBe('no gzip');
});

test.each<[string, string, boolean]>([
  ['/v1/*', '/v1/a', true],
  ['/v1/*', '/v1/a/b', false],
  ['/v1/**', '/v1/a/b?c=/d', true],
  ['/v1/a.b', '/v1/axb', false],
  ['api.example/**', 'api.example/v1', true],
])('%s matches %s: %s', (glob, url, expected) => {
  expect(matches(glob, url)).toBe(expected);
});

test('answers: the first route that fits, else an id that is the same for the same key', () => {
  const answers = createAnswers([
    {
      method: 'POST',
      path: '/charges',
      status: 201,
      body: { id: '{sinkId}', ok: true },
      headers: { 'x-a': 'b' },
    },
    { path: '/charges', status: 409, headers: {} },
  ]);
  const charged = answers.answer('POST', '/charges?x=1', undefined);
  expect(charged).toMatchObject({ status: 201, body: '{"id":"sink_1","ok":true}', headers: { 'x-a': 'b' } });
  expect(answers.statusOf('PUT', '/charges')).toBe(409);
  const [one, again, other] = ['k', 'k', 'l'].map((key) => answers.answer('POST', '/x', key).body);
  expect(one).toBe('{"id":"sink_2","status":"ok"}');
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});
