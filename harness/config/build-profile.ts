/** From a provider in plain data to a profile. What can be wrong with the data was said by `resolve-profile.ts`. */
import { is2xx, type Grounds, type Profile } from '../../simulator/profiles/profile.ts';
import { ladder45h, type RetryPolicy } from '../../simulator/retry-policy.ts';
import { hmacScheme, type HmacDescription, type HmacScheme } from '../../simulator/signing/hmac.ts';
import type { Scheme } from '../../simulator/signing/scheme.ts';
import { tokenScheme } from '../../simulator/signing/token.ts';
import { unsigned } from '../../simulator/signing/unsigned.ts';
import { parseProviderTime } from './duration.ts';
import { bodyOf, DEFAULT_ENVELOPE } from './envelope.ts';
import type { HmacConfig, ProfileConfig } from './profile-config.ts';
import { composeWith, nameAfter, signWith, type HeaderChanges } from './profile-headers.ts';
import { statusTest } from './statuses.ts';

const YOURS: Grounds = { basis: 'documented', source: 'your config' };
const UNSAID = 'your config does not say';

/** What a provider of the user's own does where the config says nothing. */
const bare: Profile = {
  id: 'own',
  title: 'your own provider',
  grounds: {
    signature: YOURS,
    headers: YOURS,
    payload: YOURS,
    success: { basis: 'assumed', source: UNSAID },
  },
  eventIdShape: 'evt_{base62:24}',
  retryPolicy: { ...ladder45h, basis: 'assumed', source: UNSAID },
  timeoutMs: 15_000,
  timeoutBasis: 'assumed',
  timeoutSource: UNSAID,
  scheme: unsigned,
  headerNames: {},
  compose: (dispatch) => ({
    url: dispatch.url,
    headers: { 'content-type': 'application/json', 'user-agent': 'lost200' },
    body: bodyOf(DEFAULT_ENVELOPE, dispatch, 'json'),
  }),
  isSuccess: is2xx,
  disables: () => false,
};

/** `base`: the built-in profile that it extends, if it does. */
export function buildProfile(config: ProfileConfig, base: Profile = bare): Profile {
  const { success, disables, givesUp, eventId, queue, headers = {} } = config;
  const id = config.id ?? (base === bare ? bare.id : `${base.id}-changed`);
  const { batchMax, ...single } = base;
  return {
    ...single,
    // An envelope speaks of one event.
    ...(batchMax === undefined || config.envelope !== undefined ? {} : { batchMax }),
    id,
    title: config.title ?? (base === bare ? bare.title : `${base.title}, changed by your config`),
    grounds: {
      signature: config.signature === undefined ? base.grounds.signature : YOURS,
      headers: config.headers === undefined ? base.grounds.headers : YOURS,
      payload: config.envelope === undefined ? base.grounds.payload : YOURS,
      success: success === undefined ? base.grounds.success : YOURS,
    },
    ...(eventId === undefined ? {} : { eventIdShape: eventId }),
    ...patience(id, config, base),
    ...(queue === undefined ? {} : { queue }),
    ...(config.body === undefined ? {} : { bodyKind: config.body }),
    headerNames: headerNames(config, base),
    compose: composeWith(headers, composing(config, base)),
    scheme: signWith(headers, signing(id, config, base)),
    ...(success === undefined ? {} : { isSuccess: statusTest(success) }),
    ...(disables === undefined ? {} : { disables: statusTest(disables) }),
    ...(givesUp === undefined ? {} : { givesUp: statusTest(givesUp) }),
  };
}

function patience(id: string, { retry, timeout }: ProfileConfig, base: Profile): Partial<Profile> {
  return {
    ...(retry === undefined ? {} : { retryPolicy: retryPolicy(id, retry, base.retryPolicy) }),
    ...(timeout === undefined
      ? {}
      : {
          timeoutMs: parseProviderTime(timeout),
          timeoutBasis: YOURS.basis,
          timeoutSource: YOURS.source,
        }),
  };
}

/** What is said of waits takes the place of the base's jitter, too. */
function retryPolicy(
  id: string,
  { delays, jitter }: NonNullable<ProfileConfig['retry']>,
  { jitter: baseJitter, ...base }: RetryPolicy,
): RetryPolicy {
  const shares = jitter === undefined ? undefined : { shareMin: -jitter, shareMax: jitter };
  const kept = shares ?? (delays === undefined ? baseJitter : undefined);
  return {
    ...base,
    ...(delays === undefined
      ? {}
      : {
          title: delays.length === 0 ? 'never' : delays.map(String).join(', '),
          delaysMs: delays.map(parseProviderTime),
          ...YOURS,
        }),
    id: `${id}-retries`,
    ...(kept === undefined ? {} : { jitter: kept }),
  };
}

function composing({ envelope, body }: ProfileConfig, base: Profile): Profile['compose'] {
  if (envelope === undefined && body === undefined) return (dispatch) => base.compose(dispatch);
  const kind = body ?? base.bodyKind ?? 'json';
  const type = kind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return composeWith({ 'content-type': type }, (dispatch) => ({
    ...base.compose(dispatch),
    body: bodyOf(envelope ?? DEFAULT_ENVELOPE, dispatch, kind),
  }));
}

function signing(id: string, { signature }: ProfileConfig, base: Profile): Scheme {
  if (signature === undefined) return base.scheme;
  if (signature === 'none') return unsigned;
  const { hmac, token } = signature;
  if (hmac !== undefined) return hmacFrom(`${id}-signature`, hmac, hmacOf(base));
  if (token === undefined) return unsigned;
  return tokenScheme(`${id}-token`, {
    header: token.header,
    ...(token.as === undefined ? {} : { as: token.as }),
  });
}

/** How a profile signs, where that is an HMAC and nothing else. */
export function hmacOf({ scheme }: Pick<Profile, 'scheme'>): HmacDescription | undefined {
  return (scheme as Partial<HmacScheme>).description;
}

function hmacFrom(id: string, words: HmacConfig, base: HmacDescription | undefined): Scheme {
  const { tolerance, ...said } = words;
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const seconds = tolerance === undefined ? undefined : Math.floor(parseProviderTime(tolerance) / 1000);
  return hmacScheme(id, {
    ...(base ?? { algorithm: 'sha256', encoding: 'hex', signs: '{body}', headers: {} }),
    ...given,
    ...(seconds === undefined ? {} : { toleranceSeconds: seconds }),
  });
}

/** Those of the base under their new names, and those whose whole text is the id or the type. */
function headerNames({ headers = {}, signature }: ProfileConfig, base: Profile): Profile['headerNames'] {
  const signed = typeof signature === 'object' ? (signature.hmac?.headers ?? {}) : {};
  const said = { ...signed, ...headers };
  const holding = (template: string): string | undefined =>
    Object.keys(said).find((name) => said[name] === template);
  const kept = (name: string | undefined, changes: HeaderChanges): string | undefined =>
    name === undefined ? undefined : nameAfter(changes, name);
  const id = holding('{id}') ?? kept(base.headerNames.id, headers);
  const topic = holding('{type}') ?? kept(base.headerNames.topic, headers);
  const tenant = kept(base.headerNames.tenant, headers);
  return {
    ...(id === undefined ? {} : { id }),
    ...(topic === undefined ? {} : { topic }),
    ...(tenant === undefined ? {} : { tenant }),
  };
}
