/** What reached the receiver, judged by the library that users of Standard Webhooks verify with. */
import { expect, it } from 'vitest';
import { lost200 } from './lost200.ts';
import { libraryVerdict, signedIn, type Signed } from './standard-webhooks.ts';
import { startStub } from './stub-receiver.ts';

const OLD = `whsec_${Buffer.from('the secret before the rotation').toString('base64')}`;
const NEW = `whsec_${Buffer.from('the secret after the rotation.').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('a secret that nobody signed with').toString('base64')}`;

it('signs every request so that the library accepts it, and refuses it when one byte differs', async () => {
  const receiver = await startStub();
  const ended = await lost200([
    'run',
    receiver.url,
    'duplicates/sequential',
    ...receiver.sight,
    '--secret',
    NEW,
  ]);
  expect({ code: ended.code, stdout: ended.stdout }).toMatchObject({ code: 0 });

  const signed = receiver.webhooks().map(signedIn);
  expect(signed.length).toBeGreaterThan(20);
  for (const one of signed) {
    expect(libraryVerdict(NEW, one)).toBe('accepted');
    expect(libraryVerdict(OTHER, one)).toMatch(/No matching signature/);
    for (const forged of forgeriesOf(one))
      expect(libraryVerdict(NEW, forged)).toMatch(/No matching signature/);
  }
});

it('signs with both secrets during a rotation', async () => {
  const receiver = await startStub();
  const ended = await lost200([
    ...['run', receiver.url, 'baseline/calm', ...receiver.sight],
    ...['--secret', OLD, '--secret', NEW, '--json'],
  ]);
  expect(ended.stdout + ended.stderr).not.toContain(OLD.slice('whsec_'.length));
  expect(ended.stdout + ended.stderr).not.toContain(NEW.slice('whsec_'.length));

  const signed = receiver.webhooks().map(signedIn);
  expect(signed.length).toBeGreaterThan(5);
  for (const one of signed) {
    expect(one.signature.split(' ')).toHaveLength(2);
    expect(libraryVerdict(OLD, one)).toBe('accepted');
    expect(libraryVerdict(NEW, one)).toBe('accepted');
    expect(libraryVerdict(OTHER, one)).toMatch(/No matching signature/);
  }
});

/** The same request with one byte of its body, its id or its timestamp changed. */
function forgeriesOf(signed: Signed): readonly Signed[] {
  const body = Buffer.from(signed.body);
  const middle = Math.floor(body.length / 2);
  body[middle] = (body[middle] ?? 0) ^ 1;
  const id = signed.id.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const timestamp = String(Number(signed.timestamp) + 1);
  return [
    { ...signed, body },
    { ...signed, id },
    { ...signed, timestamp },
  ];
}
