/** Forged requests are forged, and what is only odd is not: judged by a verification that shares no code with the signing. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { alteredScenarios } from '../../scenarios/altered.ts';
import { catalogue } from '../../scenarios/catalogue.ts';
import { alteredRequests, planOf, type AlteredRequest } from '../../test/verify/altered-requests.ts';
import type { Received } from '../../test/verify/verifier.ts';
import { lifecycles } from '../lifecycles/index.ts';
import { payment } from '../lifecycles/payment.ts';
import type { Endpoint } from '../model.ts';
import { PROFILE_CAPABILITIES, profileCapabilities } from '../profiles/capabilities.ts';
import { profiles } from '../profiles/index.ts';
import type { Profile } from '../profiles/profile.ts';
import { standardWebhooks } from '../profiles/standard-webhooks.ts';
import { hmacScheme, type HmacDescription, type HmacScheme } from '../signing/hmac.ts';
import type { Scheme } from '../signing/scheme.ts';
import { tokenScheme } from '../signing/token.ts';
import type { Alteration } from './alteration.ts';
import { alterations } from './index.ts';

/** Schemes of every form that HMAC providers have, whatever profiles there are. */
const SCHEMES: readonly Scheme[] = [
  hmacScheme('time-in-the-header', {
    ...{ algorithm: 'sha256', encoding: 'hex', signs: '{timestamp}.{body}', toleranceSeconds: 300 },
    headers: { 'X-Signature': 't={timestamp},{signatures}' },
    ...{ entry: '{version}={digest}', separator: ',', version: 'v1', toleratesFuture: true },
  }),
  hmacScheme('reads-the-last', {
    ...{ algorithm: 'sha256', encoding: 'hex', signs: '{timestamp}:{body}', toleranceSeconds: 5 },
    headers: { 'X-Signature': 'ts={timestamp};{signatures}' },
    ...{ entry: '{version}={digest}', separator: ';', version: 'h1', libraryReads: 'last' },
  }),
  hmacScheme('body-only', {
    ...{ algorithm: 'sha256', encoding: 'hex', signs: '{body}' },
    headers: { 'X-Signature': 'sha256={signatures}' },
  }),
  hmacScheme('bare-digest', {
    ...{ algorithm: 'sha1', encoding: 'base64', signs: '{url}{body}' },
    headers: { 'X-Signature': '{signatures}' },
  }),
  hmacScheme('not-the-body', {
    ...{ algorithm: 'sha512', encoding: 'hex', signs: 'id:{id};ts:{timestamp};', key: 'hex' },
    headers: { 'X-Request-Id': '{id}', 'X-Signature': 'ts={timestamp},v1={signatures}' },
    ...{ timestamp: 'milliseconds', version: 'v1' },
  }),
];

/** In the clothes of Standard Webhooks, whose own headers a scheme of another kind does not add. */
function wearing(scheme: Scheme): Profile {
  const compose: Profile['compose'] = (dispatch) => {
    const parcel = standardWebhooks.compose(dispatch);
    const [{ id, type }] = dispatch.events;
    const headers = { ...parcel.headers, 'X-Topic': type, 'X-Tenant': 'a.example' };
    return { ...parcel, headers: scheme.covers.id ? headers : { ...headers, 'X-Event-Id': id } };
  };
  const id = scheme.covers.id ? 'X-Request-Id' : 'X-Event-Id';
  const headerNames = { id, topic: 'X-Topic', tenant: 'X-Tenant' };
  return { ...standardWebhooks, id: scheme.id, scheme, headerNames, compose };
}

const hmacProfiles: readonly Profile[] = [...profiles, ...SCHEMES.map(wearing)].filter((profile) =>
  isHmac(profile.scheme),
);
const tokenProfile = wearing(tokenScheme('token', { header: 'X-Token' }));
const everyProfile: readonly Profile[] = [
  ...new Map([...profiles, ...hmacProfiles, tokenProfile].map((profile) => [profile.id, profile])).values(),
];

function isHmac(scheme: Scheme): scheme is HmacScheme {
  return scheme.kind === 'shared' && 'description' in scheme;
}

const trusting = alterations.filter(({ group }) => group === 'forged' || group === 'rotation');
const AT_MS = 1_800_000_000_000;

function endpointOf({
  scheme,
}: Profile): Pick<Endpoint, 'secrets' | 'expiredSecrets'> & { readonly secrets: string[] } {
  const secretOf = (byte: number): string => scheme.secretOf(Buffer.alloc(32, byte));
  return { secrets: [secretOf(0x1b), secretOf(0x2c)], expiredSecrets: [secretOf(0x3d)] };
}

function applies(alteration: Alteration, profile: Profile): boolean {
  const given = profileCapabilities(profile, endpointOf(profile));
  return alteration.needs.every((need) => given.includes(need));
}

function requestsOf(
  alteration: Alteration,
  profile: Profile,
  endpoint: Pick<Endpoint, 'secrets' | 'expiredSecrets'> = endpointOf(profile),
): readonly AlteredRequest[] {
  const [lifecycle = payment] = profile.lifecycles ?? [payment];
  return alteredRequests(alteration, { profile, lifecycle, endpoint, atMs: AT_MS });
}

describe('the list of alterations', () => {
  it('has ids of its own, and scenarios that nobody else has', () => {
    const ids = alterations.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    const scenarios = catalogue.map((scenario) => scenario.id);
    expect(new Set(scenarios).size).toBe(scenarios.length);
    for (const { group, id } of alterations) expect(scenarios).toContain(`${group}/${id}`);
  });

  it('says of each what it is, and where it comes from', () => {
    for (const { title, because, id } of alterations) {
      expect(title, id).toMatch(/^[A-Z].*[^.]$/);
      expect(because, id).toMatch(/^\S.{20,}\.$/);
    }
  });

  it('needs only what has a reason when it is missing, and what some profile gives', () => {
    const given = new Set(everyProfile.flatMap((one) => profileCapabilities(one, endpointOf(one))));
    for (const { id, needs } of trusting)
      for (const need of needs) {
        expect(Object.keys(PROFILE_CAPABILITIES), id).toContain(need);
        expect([...given], id).toContain(need);
      }
  });

  it('fits together', () => {
    for (const { id, kind, expects, rightlySigned, requirement } of trusting) {
      expect(expects === undefined, id).toBe(kind === 'forgery');
      if (rightlySigned === true) expect(requirement, id).toBe('should');
    }
  });
});

describe.each(trusting.map((alteration) => ({ id: `${alteration.group}/${alteration.id}`, alteration })))(
  '$id',
  ({ id, alteration }) => {
    it.each(everyProfile.filter((profile) => applies(alteration, profile)))(
      'is what it says: $id',
      { timeout: 60_000 },
      (profile) => {
        const endpoint = endpointOf(profile);
        const requests = requestsOf(alteration, profile, endpoint);
        expect(requests.length).toBeGreaterThan(0);
        for (const { altered, genuine, before } of requests) {
          if (alteration.afterGenuine === true) expect(before).toBeDefined();
          if (alteration.kind === 'forgery') {
            expect(altered).not.toEqual(genuine);
            if (before !== undefined) expect(altered).not.toEqual(before);
          }
          if (isHmac(profile.scheme)) {
            const knows = (request: Received): boolean =>
              endpoint.secrets.some((secret) => verifies(profile, request, secret));
            expect(knows(genuine)).toBe(true);
            const isRight = alteration.kind === 'oddity' || alteration.rightlySigned === true;
            expect(knows(altered), id).toBe(isRight);
          }
        }
      },
    );

    it('makes short plans', () => {
      const scenario = alteredScenarios.find((one) => one.id === id);
      expect(scenario?.requirement).toBe(alteration.requirement);
      for (const lifecycle of lifecycles) {
        const { deliveries, steps } = planOf(alteration, standardWebhooks, lifecycle);
        expect(deliveries.length + steps.length).toBeLessThanOrEqual(13);
      }
    });
  },
);

it('with one secret, an unknown one beside it is no reason to refuse', () => {
  for (const profile of hmacProfiles)
    for (const id of ['strange-first', 'strange-last']) {
      const alteration = alterations.find((one) => one.id === id);
      if (alteration === undefined) throw new RangeError(id);
      if (!applies(alteration, profile)) continue;
      const [secret = ''] = endpointOf(profile).secrets;
      for (const { altered } of requestsOf(alteration, profile, { secrets: [secret] }))
        expect(verifies(profile, altered, secret), `${profile.id} ${id}`).toBe(true);
    }
});

it('a token of another case is another token, even if it has no letters', () => {
  const alteration = alterations.find((one) => one.id === 'other-case');
  if (alteration === undefined) throw new RangeError('other-case');
  for (const secret of ['12345678', 'lower', 'UPPER', 'Mixed'])
    for (const { altered } of requestsOf(alteration, tokenProfile, { secrets: [secret] }))
      expect(altered.headers['x-token']).not.toBe(secret);
});

/** Whether a receiver that has the secret, and reads the description of the scheme as a manual, takes the request at `AT_MS`. */
function verifies(profile: Profile, request: Received, secret: string): boolean {
  if (!isHmac(profile.scheme)) throw new TypeError(`${profile.id} is not described as an HMAC scheme.`);
  const { description } = profile.scheme;
  const found = readHeaders(description, request);
  if (found === undefined) return false;
  const { id = request.headers[(profile.headerNames.id ?? '').toLowerCase()] ?? '', timestamp } = found;
  const { toleranceSeconds = Number.MAX_SAFE_INTEGER, toleratesFuture } = description;
  const unitMs = description.timestamp === 'milliseconds' ? 1 : 1000;
  const ageSeconds = timestamp === undefined ? 0 : (AT_MS - Number(timestamp) * unitMs) / 1000;
  if (ageSeconds > toleranceSeconds || (toleratesFuture !== true && -ageSeconds > toleranceSeconds))
    return false;
  const key = Buffer.from(
    description.key === undefined || description.key === 'text'
      ? secret
      : secret.replace(description.keyPrefix ?? '', ''),
    description.key === 'text' || description.key === undefined ? 'utf8' : description.key,
  );
  const url = new URL(request.url);
  const signed = description.signs.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const [kind, of = ''] = name.split('.');
    if (kind === 'header') return request.headers[of.toLowerCase()] ?? '';
    if (kind === 'query') return url.searchParams.get(name.slice('query.'.length)) ?? '';
    const path = url.pathname + url.search;
    const body = request.body.toString('latin1');
    return (
      { body, id, timestamp: timestamp ?? '', url: request.url, path, method: request.method }[name] ?? ''
    );
  });
  const due = createHmac(description.algorithm, key)
    .update(Buffer.from(signed, 'latin1'))
    .digest(description.encoding);
  return digestsOf(description, found['signatures'] ?? '').includes(due);
}

/** What the headers say, or `undefined` where one of them is not as described. */
function readHeaders(
  description: HmacDescription,
  request: Received,
): Readonly<Record<string, string | undefined>> | undefined {
  const found: Record<string, string | undefined> = {};
  for (const [name, template] of Object.entries(description.headers)) {
    const pattern = asPattern(template, {
      signatures: '(?<signatures>.*)',
      timestamp: '(?<timestamp>\\d+)',
      id: '(?<id>.+)',
    });
    const match = pattern.exec(request.headers[name.toLowerCase()] ?? '\n');
    if (match === null) return undefined;
    Object.assign(found, match.groups);
  }
  return found;
}

function digestsOf(
  { entry = '{digest}', separator, version = '' }: HmacDescription,
  list: string,
): readonly string[] {
  const entries = separator === undefined ? [list] : list.split(separator);
  const pattern = asPattern(entry, { version, digest: '(?<digest>.+)' });
  return entries.flatMap((one) => pattern.exec(one)?.groups?.['digest'] ?? []);
}

function asPattern(template: string, fields: Readonly<Record<string, string>>): RegExp {
  const parts = template.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 1) return fields[part] ?? '';
    return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}
