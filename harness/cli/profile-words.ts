/** What a profile does, in words: for `list profiles` and `explain`. */
import { virtualDuration } from '../../reports/duration.ts';
import type { Profile } from '../../simulator/profiles/profile.ts';
import { scheduleLengthMs } from '../../simulator/retry-policy.ts';
import type { Scheme } from '../../simulator/signing/scheme.ts';

const MADE_WITH = {
  shared: 'shared secret',
  keys: 'private key',
  token: 'static token, nothing is signed',
  none: 'nothing is signed',
} as const;

const COVERED = { body: 'body', id: 'event id', time: 'time', url: 'URL' } as const;

/** `shared secret over body, time`. */
export function signatureInWords({ kind, covers }: Scheme): string {
  const made = MADE_WITH[kind];
  if (kind === 'token' || kind === 'none') return made;
  const parts = (Object.keys(COVERED) as (keyof typeof COVERED)[]).filter((part) => covers[part]);
  const covered = [
    ...(covers.fields === true ? ['some fields of the body'] : []),
    ...parts.map((part) => COVERED[part]),
  ];
  return covered.length === 0 ? made : `${made} over ${covered.join(', ')}`;
}

/** `2xx`, `200, 202`, `none`: the statuses of which something is true. */
export function statusesInWords(is: (status: number) => boolean): string {
  const words: string[] = [];
  for (const hundred of [100, 200, 300, 400, 500]) {
    const found = Array.from({ length: 100 }, (_, index) => hundred + index).filter(is);
    if (found.length === 100) words.push(`${hundred / 100}xx`);
    else words.push(...ranges(found));
  }
  return words.length === 0 ? 'none' : words.join(', ');
}

function ranges(statuses: readonly number[]): readonly string[] {
  const found: [number, number][] = [];
  for (const status of statuses) {
    const last = found.at(-1);
    if (last?.[1] === status - 1) last[1] = status;
    else found.push([status, status]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
}

/** `8 attempts over 44 h 36 m`. */
export function scheduleInWords({ retryPolicy }: Pick<Profile, 'retryPolicy'>): string {
  const attempts = retryPolicy.delaysMs.length + 1;
  return attempts === 1
    ? '1 attempt'
    : `${attempts} attempts over ${virtualDuration(scheduleLengthMs(retryPolicy))}`;
}

/** The row of `list profiles`: each part with how sure it is. */
export function profileColumns(profile: Profile): readonly string[] {
  const { retryPolicy, timeoutMs, timeoutBasis, grounds, scheme } = profile;
  return [
    `${scheduleInWords(profile)} (${retryPolicy.basis})`,
    `timeout ${virtualDuration(timeoutMs)} (${timeoutBasis})`,
    `takes ${statusesInWords((status) => profile.isSuccess(status))} (${grounds.success.basis})`,
    `${signatureInWords(scheme)} (${grounds.signature.basis})`,
  ];
}

/** The same for programs. */
export function profileData(profile: Profile): Readonly<Record<string, unknown>> {
  const { title, retryPolicy, timeoutMs, timeoutBasis, timeoutSource, grounds, scheme } = profile;
  const { kind, covers, severalSecrets, signatureHeaders, toleranceSeconds } = scheme;
  return {
    title,
    signature: {
      ...{ scheme: scheme.id, kind, covers, headers: signatureHeaders, severalSecrets },
      ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
      ...grounds.signature,
    },
    headers: grounds.headers,
    payload: grounds.payload,
    schedule: {
      attempts: retryPolicy.delaysMs.length + 1,
      totalMs: scheduleLengthMs(retryPolicy),
      delaysMs: retryPolicy.delaysMs,
      ...(retryPolicy.jitter === undefined ? {} : { jitter: retryPolicy.jitter }),
      basis: retryPolicy.basis,
      source: retryPolicy.source,
    },
    timeout: { ms: timeoutMs, basis: timeoutBasis, source: timeoutSource },
    success: { statuses: statusesInWords((status) => profile.isSuccess(status)), ...grounds.success },
    lifecycles: (profile.lifecycles ?? []).map(({ id }) => id),
  };
}
