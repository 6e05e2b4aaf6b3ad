import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { PlayScript } from '../../harness/judging/fixtures/play-script.ts';
import { truthAt } from '../truth.ts';
import { startProviderApi, type ProviderApi } from './provider-api.ts';

const TOKEN = 'a'.repeat(32);
const { plan } = new PlayScript().object('pending', 'paid');

describe('the provider API', () => {
  let api: ProviderApi;
  let nowMs = 0;
  let asked = 0;

  beforeAll(async () => {
    api = await startProviderApi({
      token: TOKEN,
      pages: { '/certs/a.pem': { contentType: 'application/x-pem-file', body: 'PEM' } },
    });
    api.serve('pay_1', () => {
      asked += 1;
      return truthAt(plan, 'o1', nowMs);
    });
  });

  afterAll(async () => api.close());

  async function get(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown }> {
    const { statusCode, body } = await request(`${api.url}${path}`, { headers });
    return { status: statusCode, body: await body.json() };
  }

  it('lives on the loopback, behind its token', () => {
    expect(api.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/${TOKEN}$`));
  });

  it('tells the truth of the virtual now, asked for at every request', async () => {
    nowMs = -1;
    expect((await get('/objects/pay_1')).status).toBe(404);
    nowMs = 0;
    expect(await get('/objects/pay_1')).toEqual({
      status: 200,
      body: {
        id: 'pay_1',
        status: 'pending',
        version: 1,
        facts: [{ fact: 'pending', status: 'pending', version: 1 }],
      },
    });
    nowMs = 2000;
    expect((await get('/objects/pay_1')).body).toMatchObject({ status: 'paid', version: 2, facts: [{}, {}] });
    expect(asked).toBe(3);
  });

  it('tells no labels of the plan', async () => {
    nowMs = 2000;
    expect(JSON.stringify((await get('/objects/pay_1')).body)).not.toMatch(/\b[ofed]\d\b/);
  });

  it('has pages, for those who know the token', async () => {
    const page = await request(`${api.url}/certs/a.pem?x=1`);
    expect([page.statusCode, page.headers['content-type'], await page.body.text()]).toEqual([
      200,
      'application/x-pem-file',
      'PEM',
    ]);
    for (const path of ['/certs/b.pem', '/certs', '/toString', '/__proto__'])
      expect((await get(path)).status).toBe(404);
    const strange = await request(`${new URL(api.url).origin}/${'b'.repeat(32)}/certs/a.pem`);
    expect(strange.statusCode).not.toBe(200);
  });

  it('knows no other objects and no other paths', async () => {
    expect((await get('/objects/pay_2')).status).toBe(404);
    expect((await get('/objects')).status).toBe(404);
    const { origin } = new URL(api.url);
    const { statusCode } = await request(`${origin}/${'b'.repeat(32)}/objects/pay_1`);
    expect(statusCode).toBe(404);
  });

  it.each(['evil.example', '127.0.0.1.evil.example', 'evil.example:80', '[::2]'])(
    'refuses a foreign Host: %s',
    async (host) => {
      const before = asked;
      expect((await get('/objects/pay_1', { host })).status).toBe(403);
      expect(asked).toBe(before);
    },
  );

  it.each(['localhost', 'localhost:1', '[::1]:9'])('takes its own: %s', async (host) => {
    expect((await get('/objects/pay_1', { host })).status).toBe(200);
  });

  it('takes ids as they are, escaped in the path', async () => {
    api.serve('a b/ç', () => truthAt(plan, 'o1', 0));
    expect((await get('/objects/a%20b%2F%C3%A7')).body).toMatchObject({ id: 'a b/ç' });
  });

  it('rejects when its port is taken', async () => {
    const port = Number(new URL(api.url).port);
    await expect(startProviderApi({ token: TOKEN, port })).rejects.toThrow(/EADDRINUSE/);
  });

  it('closes with connections open', async () => {
    const other = await startProviderApi({ token: TOKEN });
    other.serve('x', () => null);
    const { body } = await request(`${other.url}/objects/x`);
    await body.dump();
    await other.close();
    await expect(request(`${other.url}/objects/x`)).rejects.toThrow();
  });
});
