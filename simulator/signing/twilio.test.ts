import { describe, expect, it } from 'vitest';
import { twilioScheme } from './twilio.ts';

/** The example of "Validating requests are coming from Twilio" (twilio.com/docs/usage/security). */
const TOKEN = '12345';
const URL_OF_EXAMPLE = 'https://example.com/myapp.php?foo=1&bar=2';
const FORM =
  'CallSid=CA1234567890ABCDE&Caller=%2B14158675310&Digits=1234&From=%2B14158675310&To=%2B18005551212';
const SIGNATURE = 'L/OH5YylLD5NRKLltdqwSvS0BnU=';

function sign(body: string, url = URL_OF_EXAMPLE): ReturnType<typeof twilioScheme.sign> {
  const parcel = { url, headers: { 'x-own': '1' }, body: Buffer.from(body) };
  return twilioScheme.sign(parcel, { secrets: [TOKEN], id: 'e', atMs: 0 });
}

describe('Twilio', () => {
  it('signs the published vector and leaves the body as it is', () => {
    const signed = sign(FORM);
    expect(signed.headers).toEqual({ 'x-own': '1', 'X-Twilio-Signature': SIGNATURE });
    expect(Buffer.from(signed.body).toString()).toBe(FORM);
  });

  it('does not depend on the order of the parameters', () => {
    expect(sign(FORM.split('&').reverse().join('&')).headers['X-Twilio-Signature']).toBe(SIGNATURE);
  });

  it('depends on the URL, on every value and on names in their case', () => {
    const others = [
      sign(FORM, 'http://example.com/myapp.php?foo=1&bar=2'),
      sign(FORM.replace('1234&From', '1235&From')),
      sign(FORM.replace('Digits', 'digits')),
    ];
    for (const { headers } of others) expect(headers['X-Twilio-Signature']).not.toBe(SIGNATURE);
  });

  it('takes equal parameters once, and sorts those of one name', () => {
    expect(sign('b=2&a=2&a=1&a=2').headers).toEqual(sign('a=1&a=2&b=2').headers);
  });

  it('makes auth tokens of 32 digits', () => {
    expect(twilioScheme.secretOf(Buffer.alloc(32, 7))).toMatch(/^[0-9a-f]{32}$/);
  });
});
