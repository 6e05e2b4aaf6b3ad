import { spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Lost200Error } from '../errors.ts';
import { runCommandHook } from './command.ts';
import { runHook } from './hook.ts';

const values = { objectId: 'o/1"', namespace: 'ns', 'fixed.customer': 'c 1', 'fixed.tenant': '7' };

async function refusal(running: Promise<unknown>): Promise<Lost200Error> {
  const error: unknown = await running.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Lost200Error)) throw new Error('expected a Lost200Error', { cause: error });
  return error;
}

describe('http', () => {
  let server: Server;
  let base: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      void answer(request).then(({ status, text }) => {
        response.statusCode = status;
        if (status === 302) response.setHeader('location', '/ok');
        response.end(text);
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  async function answer(request: IncomingMessage): Promise<{ status: number; text: string }> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = request.url ?? '';
    if (path.startsWith('/echo/')) {
      const { method, headers } = request;
      return {
        status: 201,
        text: JSON.stringify({ method, path, body, key: headers['x-key'], type: headers['content-type'] }),
      };
    }
    if (path === '/huge') return { status: 200, text: 'x'.repeat(1_048_577) };
    if (path === '/moved') return { status: 302, text: '' };
    return path === '/broken' ? { status: 500, text: 'no table\n "orders"' } : { status: 204, text: '' };
  }

  test('fills url, headers and body, and hands back the JSON', async () => {
    const hook = {
      kind: 'http',
      url: `${base}/echo/{objectId}`,
      method: 'PUT',
      headers: { 'x-key': 'k {x} {namespace}', 'content-type': 'application/json' },
      body: '{"id":"{objectId}","customer":"{fixed.customer}"}',
    } as const;
    expect(await runHook(hook, values)).toEqual({
      method: 'PUT',
      path: '/echo/o%2F1%22',
      body: '{"id":"o/1\\"","customer":"c 1"}',
      key: 'k {x} ns',
      type: 'application/json',
    });
  });

  const call = (path: string): Promise<unknown> =>
    runHook({ kind: 'http', url: `${base}${path}`, method: 'POST', headers: {} }, values);

  test('no JSON is null', async () => {
    expect(await call('/ok')).toBeNull();
  });

  test('failures say what, why and what to do', async () => {
    expect(await refusal(call('/broken'))).toMatchObject({
      code: 'LOST200_E_HOOK',
      message: `The hook POST ${base}/broken answered 500: no table "orders"`,
      remedy: expect.stringContaining('2xx') as string,
    });
    expect((await refusal(call('/moved'))).message).toContain('answered 302: (empty)');
    expect((await refusal(call('/huge'))).message).toContain(
      'failed: The answer is larger than 1048576 bytes.',
    );
    expect((await refusal(call('/{objectID}'))).message).toContain(
      'Unknown placeholder {objectID}. Did you mean "objectId"?',
    );
    const nobody = runHook({ kind: 'http', url: 'http://127.0.0.1:1/', method: 'POST', headers: {} }, values);
    expect((await refusal(nobody)).message).toContain('ECONNREFUSED');
  });
});

describe('command', () => {
  const run = (command: string, signal?: AbortSignal): Promise<unknown> =>
    runHook({ kind: 'command', command }, values, signal);

  test('gets its values in the environment and on standard input', async () => {
    expect(await run('echo "[\\"$LOST200_NAMESPACE\\", \\"$LOST200_FIXED_CUSTOMER\\"]"')).toEqual([
      'ns',
      'c 1',
    ]);
    expect(await run('cat')).toEqual({
      objectId: 'o/1"',
      namespace: 'ns',
      fixed: { customer: 'c 1', tenant: '7' },
    });
    expect(await run('printf %s "$LOST200_OBJECT_ID"')).toBeNull();
    expect(await run('true')).toBeNull();
  });

  test('failures show the end of what it printed', async () => {
    expect(await refusal(run('echo fine; echo no such customer >&2; exit 4'))).toMatchObject({
      code: 'LOST200_E_HOOK',
      message: expect.stringMatching(
        /ended with exit code 4\. It printed last:\nno such customer$/,
      ) as string,
    });
    expect((await refusal(run('exit 1'))).message).toMatch(/exit code 1\. It printed nothing\.$/);
    expect((await refusal(run('no-such-command-here'))).message).toContain('not found');
  });

  test('is ended with all that it started when its time is up, or when it left something behind', async () => {
    const mark = `29${process.pid}`;
    const hook = { kind: 'command', command: `trap "" TERM; sleep ${mark} & sleep ${mark}` } as const;
    expect((await refusal(runCommandHook(hook, values, undefined, 300))).message).toContain(
      'did not end within 300 ms',
    );
    expect(await run(`sleep ${mark} & echo '{"a":1}'`)).toEqual({ a: 1 });
    expect((await refusal(run(`sleep ${mark}`, AbortSignal.timeout(100)))).code).toBe(
      'LOST200_E_INTERRUPTED',
    );
    const left = spawnSync('ps', ['-eo', 'stat=,args=']).stdout.toString().split('\n');
    expect(left.filter((line) => line.includes(`sleep ${mark}`) && !line.startsWith('Z'))).toEqual([]);
  });
});
