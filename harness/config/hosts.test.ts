import { describe, expect, test } from 'vitest';
import { checkTarget } from './hosts.ts';

const resolveHost = (host: string): Promise<readonly string[]> => {
  const known: Readonly<Record<string, readonly string[]>> = {
    'app.internal': ['10.0.0.4', 'fd00::4'],
    'half.internal': ['10.0.0.4', '203.0.113.9'],
    'metadata.internal': ['169.254.169.254'],
  };
  const found = known[host];
  return found === undefined ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve(found);
};

describe('checkTarget', () => {
  test.each([
    'http://127.0.0.1:3000/',
    'http://127.9.9.9/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]:80/{objectId}',
    'http://[::ffff:127.0.0.1]/',
    'https://localhost:{port}/x?y={eventType}',
    'http://LOCALHOST./',
    'http://shop.localhost/',
    'http://10.255.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://0.0.0.0:3000/',
    'http://[fd12::1]/',
    'http://app.internal/',
    'postgres://u:p@127.0.0.1:5432/db',
    'postgres:///db?host=/var/run/postgresql',
    'postgres://203.0.113.1/db?host=localhost',
  ])('%s is allowed', async (url) => {
    await expect(checkTarget(url, [], resolveHost)).resolves.toBeUndefined();
  });

  test.each([
    'http://203.0.113.1/',
    'http://172.32.0.1/',
    'http://192.169.0.1/',
    'http://169.254.169.254/latest',
    'http://100.64.0.1/',
    'http://[fe80::1]/',
    'http://[2001:db8::1]/',
    'http://[::ffff:203.0.113.1]/',
    'http://half.internal/',
    'http://metadata.internal/',
    'http://127.0.0.1.nip.example@203.0.113.1/',
    'http://{objectId}.internal/',
    'http://{objectId}/',
    'postgres://u:p@203.0.113.1/db',
    'postgres://127.0.0.1/db?host=203.0.113.1',
  ])('%s is not', async (url) => {
    await expect(checkTarget(url, ['other.example'], resolveHost)).rejects.toMatchObject({
      code: 'LOST200_E_HOST_NOT_ALLOWED',
    });
  });

  test('a host that the user named, exactly that one', async () => {
    await expect(
      checkTarget('https://Hooks.Example:8443/x', ['hooks.example'], resolveHost),
    ).resolves.toBeUndefined();
    await expect(
      checkTarget('http://[2001:db8::1]/', ['[2001:db8::1]'], resolveHost),
    ).resolves.toBeUndefined();
    await expect(
      checkTarget('http://a.half.internal/', ['half.internal'], resolveHost),
    ).rejects.toMatchObject({
      code: 'LOST200_E_UNREACHABLE',
      message: 'The host name a.half.internal has no address (ENOTFOUND).',
    });
  });
});
