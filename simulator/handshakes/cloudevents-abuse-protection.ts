import type { Handshake } from './handshake.ts';

const ORIGIN = 'eventemitter.example.com';

export const cloudeventsAbuseProtection: Handshake = {
  id: 'cloudevents-abuse-protection',
  title: 'A sender of CloudEvents asks by OPTIONS whether it may deliver',
  because:
    'A sender that was allowed in no other way does not deliver without WebHook-Allowed-Origin; a status alone is no consent (cloudevents/spec, http-webhook.md, "Abuse protection").',
  // The consent may have been given in another way.
  requirement: 'should',
  request: ({ url }) => ({
    method: 'OPTIONS',
    url,
    headers: { 'WebHook-Request-Origin': ORIGIN },
    body: new Uint8Array(),
  }),
  problem: ({ headers }) => {
    const allowed = headers['webhook-allowed-origin']?.trim();
    if (allowed === undefined) return 'it has no WebHook-Allowed-Origin';
    return allowed === '*' || allowed.toLowerCase() === ORIGIN
      ? undefined
      : `its WebHook-Allowed-Origin is neither "*" nor "${ORIGIN}"`;
  },
};
