import { notStatus, type Handshake } from './handshake.ts';

/** The name of the fixed value that is the verify token. */
const TOKEN = 'verifyToken';

export const metaHubChallenge: Handshake = {
  id: 'meta-hub-challenge',
  title: 'Meta sends a challenge by GET, with the verify token, and wants it back',
  because:
    'GET with hub.mode, hub.challenge and hub.verify_token comes when the callback URL is saved: without the challenge as the body Meta does not take the URL (Webhooks from Meta, "Verification requests").',
  requirement: 'must',
  needsFixed: { name: TOKEN, is: 'the verify token of the app' },
  request: ({ url, challenge, fixed }) => {
    const target = new URL(url);
    target.searchParams.set('hub.mode', 'subscribe');
    target.searchParams.set('hub.challenge', challenge);
    target.searchParams.set('hub.verify_token', fixed[TOKEN] ?? '');
    const headers = { accept: '*/*', 'user-agent': 'facebookplatform/1.0 (+http://developers.facebook.com)' };
    return { method: 'GET', url: target.href, headers, body: new Uint8Array() };
  },
  problem: (answer, { challenge }) =>
    notStatus(answer, 200) ??
    (answer.body.trim() === challenge ? undefined : 'its body is not the challenge and nothing else'),
};
