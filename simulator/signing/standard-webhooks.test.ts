import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signStandardWebhooks } from './standard-webhooks.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const BODY = Buffer.from('{"test": 2432232314}');

describe('Standard Webhooks', () => {
  it('signs the published vector', () => {
    expect(signStandardWebhooks([SECRET], ID, 1_614_265_330, BODY)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('takes the secret without its prefix too', () => {
    expect(signStandardWebhooks([SECRET.slice(6)], ID, 1_614_265_330, BODY)).toBe(
      signStandardWebhooks([SECRET], ID, 1_614_265_330, BODY),
    );
  });

  it('signs once for each secret, separated by spaces, in their order', () => {
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const both = signStandardWebhooks([SECRET, other], ID, 1, BODY).split(' ');
    expect(both).toEqual([
      signStandardWebhooks([SECRET], ID, 1, BODY),
      signStandardWebhooks([other], ID, 1, BODY),
    ]);
    expect(signStandardWebhooks([], ID, 1, BODY)).toBe('');
  });

  it('signs bytes, whatever they are: id.timestamp.body', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), fc.nat(), (body, id, seconds) => {
        const mac = createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'));
        mac.update(Buffer.concat([Buffer.from(`${id}.${seconds}.`), body]));
        expect(signStandardWebhooks([SECRET], id, seconds, body)).toBe(`v1,${mac.digest('base64')}`);
      }),
    );
  });
});
