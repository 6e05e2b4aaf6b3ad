/** What a profile lets a receiver know, as names that scenarios can need. */
import { handshakes } from '../handshakes/index.ts';
import type { Endpoint } from '../model.ts';
import type { Profile } from './profile.ts';

/** What each name means when it is missing: the reason why a scenario that needs it was not played. */
export const PROFILE_CAPABILITIES: Readonly<Record<string, string>> = {
  signature: 'the provider signs nothing, so that nobody can tell a forgery',
  'signature-header': 'the signature is not in a header, or not there alone',
  token: 'the provider signs, and sends no token',
  'signed-body': "the provider's signature does not cover the body",
  'signed-sum': "the provider's signature covers nothing of the body",
  'signed-url': "the provider's signature does not cover the URL",
  'signed-id': "the provider's signature does not cover the event's id",
  'signed-time': "the provider's signature covers no time, so that nobody can tell an old request",
  'id-header': "the event's id is in no header",
  'verifiable-id': "the provider's signature covers neither the event's id nor a body that holds it",
  'time-header': 'the signed time is in no header',
  'unsigned-body': "the provider's signature covers the body or a part of it, or the provider signs nothing",
  'past-tolerance': 'the provider states no limit to the age of a request',
  'future-tolerance': "the provider's own libraries accept any time in the future",
  'unsigned-id': "the event's id is covered by the signature, or not in a header",
  'unsigned-topic': "the event's type is in no header",
  'unsigned-tenant': 'the tenant is in no header',
  'shared-secret': 'the provider does not sign with a shared secret',
  'signature-version': "the provider's signatures have no version",
  'any-signature': "the provider's own library reads only the last of several signatures",
  'several-secrets': 'the provider signs with one secret at a time',
  'two-secrets': 'only one secret was given: give the old one too (secret: [new, old]) to play a rotation',
  'expired-secret': 'no expired secret was given (expiredSecret)',
  'event-id': 'the provider gives its events no id',
  'json-body': 'the body is no JSON',
  'raw-unicode': 'the provider writes every character above ASCII as an escape',
  'any-content-type': "the provider's own library knows its content type in one spelling only",
  batches: 'the provider sends one event at a time',
  ...Object.fromEntries(
    handshakes.map(({ id, needsFixed }) => [
      `handshake/${id}`,
      needsFixed === undefined
        ? 'the provider has no such handshake'
        : `the provider has no such handshake, or ${needsFixed.is} was not given (fixed.${needsFixed.name})`,
    ]),
  ),
};

export function profileCapabilities(
  profile: Profile,
  endpoint: Pick<Endpoint, 'secrets' | 'expiredSecrets'> & {
    readonly fixed?: Readonly<Record<string, string>>;
  },
): readonly string[] {
  const { scheme, headerNames } = profile;
  const { covers, toleranceSeconds } = scheme;
  const hasSignature = scheme.kind !== 'none';
  const isSigned = hasSignature && scheme.kind !== 'token';
  const given: Readonly<Record<string, boolean>> = {
    signature: hasSignature,
    'signature-header': hasSignature && scheme.signatureHeaders.length > 0 && scheme.inQueryToo !== true,
    token: scheme.kind === 'token',
    'signed-body': isSigned && covers.body,
    'signed-sum': isSigned && (covers.body || covers.fields === true),
    'signed-url': isSigned && covers.url,
    'unsigned-body': isSigned && !covers.body && covers.fields !== true,
    'signed-id': isSigned && covers.id,
    'signed-time': isSigned && covers.time,
    'id-header': headerNames.id !== undefined,
    'verifiable-id':
      isSigned && (headerNames.id === undefined ? covers.body && profile.eventIdShape !== '' : covers.id),
    'time-header': isSigned && covers.time && scheme.timeInBody !== true,
    'past-tolerance': isSigned && covers.time && toleranceSeconds !== undefined,
    'future-tolerance':
      isSigned && covers.time && toleranceSeconds !== undefined && scheme.toleratesFuture !== true,
    'unsigned-id': headerNames.id !== undefined && !covers.id,
    'unsigned-topic': headerNames.topic !== undefined,
    'unsigned-tenant': headerNames.tenant !== undefined,
    'shared-secret': scheme.kind === 'shared',
    'signature-version': scheme.version !== undefined,
    'any-signature': scheme.libraryReads === undefined,
    'several-secrets': scheme.severalSecrets,
    'two-secrets': endpoint.secrets.length > 1,
    'expired-secret': (endpoint.expiredSecrets ?? []).length > 0,
    'event-id': profile.eventIdShape !== '',
    'json-body': profile.bodyKind !== 'form',
    'raw-unicode': profile.escapesUnicode !== true,
    'any-content-type': profile.oneContentType !== true,
    batches: (profile.batchMax ?? 1) > 1,
  };
  const asked = (profile.handshakes ?? []).filter(
    ({ needsFixed }) => needsFixed === undefined || endpoint.fixed?.[needsFixed.name] !== undefined,
  );
  return [
    ...Object.keys(given).filter((name) => given[name] === true),
    ...asked.map(({ id }) => `handshake/${id}`),
  ];
}
