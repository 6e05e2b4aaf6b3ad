import { hmacScheme } from '../../signing/hmac.ts';
import type { Parcel, Scheme } from '../../signing/scheme.ts';
import { changeHeaders, headerOf } from './edits.ts';
import type { Alteration } from '../alteration.ts';

const ofTheBody: Scheme = hmacScheme('of-the-body', {
  algorithm: 'sha256',
  encoding: 'hex',
  signs: '{body}',
  headers: { 'X-Hub-Signature-256': 'sha256={signatures}' },
});

const ofTheTimeAndBody: Scheme = hmacScheme('of-the-time-and-body', {
  algorithm: 'sha256',
  encoding: 'hex',
  signs: '{timestamp}.{body}',
  headers: { 'Stripe-Signature': 't={timestamp},v1={signatures}' },
});

export const otherScheme: Alteration = {
  id: 'other-scheme',
  kind: 'forgery',
  group: 'forged',
  title: 'A request is signed with the right secret, but in the way of another provider',
  because:
    'A receiver that takes whatever signature header it finds is as strong as the weakest of them: without a time, or without an id.',
  // Whoever made it has the secret: nothing is lost today.
  requirement: 'should',
  needs: ['shared-secret', 'signature-header'],
  after: (signed, { profile, endpoint, dispatch }): Parcel => {
    const { signatureHeaders } = profile.scheme;
    const bare = changeHeaders(signed, signatureHeaders, () => undefined);
    const isGitHubs = headerOf(signed, 'x-hub-signature-256') !== undefined;
    return (isGitHubs ? ofTheTimeAndBody : ofTheBody).sign(bare, {
      secrets: endpoint.secrets,
      id: dispatch.events[0].id,
      atMs: dispatch.atMs,
    });
  },
};
