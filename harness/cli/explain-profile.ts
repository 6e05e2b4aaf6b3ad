/** Everything about one profile, as `lost200 explain` prints it. */
import { virtualDuration } from '../../reports/duration.ts';
import { align, hanging, wrap } from '../../reports/layout.ts';
import { lifecycles as builtIn } from '../../simulator/lifecycles/index.ts';
import { walks, type Lifecycle } from '../../simulator/lifecycles/lifecycle.ts';
import type { Grounds, Profile } from '../../simulator/profiles/profile.ts';
import { fillIdShape } from '../../simulator/random.ts';
import type { RetryPolicy } from '../../simulator/retry-policy.ts';
import type { Parcel } from '../../simulator/signing/scheme.ts';
import { hmacOf } from '../config/build-profile.ts';
import { defaultSecret } from '../config/secret.ts';
import { sampleDispatch, sampleEvent } from '../run/sample-event.ts';
import { scheduleInWords, signatureInWords, statusesInWords } from './profile-words.ts';

const WIDTH = 100;
const BODY_LINES_MAX = 24;
/** 2026-01-02 03:04:05 UTC: the sample is the same every time. */
const SAMPLE_MS = 1_767_323_045_000;

export function explainProfile(profile: Profile): string {
  const { title, grounds, timeoutMs, timeoutBasis, timeoutSource } = profile;
  const blocks = [
    [`profile ${profile.id}`, ...wrap(title, WIDTH)],
    part('signature', signatureLines(profile), grounds.signature),
    part('headers', requestLines(profile), grounds.headers),
    part('body', bodyLines(profile), grounds.payload),
    part('schedule', scheduleLines(profile.retryPolicy), profile.retryPolicy),
    part('timeout', [virtualDuration(timeoutMs)], { basis: timeoutBasis, source: timeoutSource }),
    part('success', answerLines(profile), grounds.success),
    ['deliveries', ...indented(queueLines(profile))],
    ['lifecycles', ...indented(lifecycleLines(profile))],
    ['secret', ...indented(secretLines(profile))],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** What it is, and how we know. */
function part(name: string, lines: readonly string[], { basis, source }: Grounds): readonly string[] {
  return [name, ...indented([...lines, ...hanging(`${basis}: `, source, WIDTH - 2)])];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split('\n')).map((line) => (line === '' ? '' : `  ${line}`));
}

function signatureLines(profile: Profile): readonly string[] {
  const { scheme } = profile;
  const hmac = hmacOf(profile);
  const what = hmac === undefined ? '' : ` (HMAC-${hmac.algorithm.toUpperCase()}, ${hmac.encoding})`;
  const where = scheme.signatureHeaders.length === 0 ? 'in the body' : scheme.signatureHeaders.join(', ');
  return [
    `${signatureInWords(scheme)}${what}`,
    ...(hmac === undefined ? [] : [`signed bytes: ${JSON.stringify(hmac.signs)}`]),
    ...(scheme.kind === 'none' ? [] : [`stands in: ${where}`]),
    ...(scheme.toleranceSeconds === undefined
      ? []
      : [`age: at most ${virtualDuration(scheme.toleranceSeconds * 1000)}`]),
    ...(scheme.severalSecrets ? ['rotation: the old and the new secret sign side by side'] : []),
  ];
}

interface Sample {
  readonly about: string;
  readonly parcel: Parcel;
}

/** The first event that owes something, with the known secret. */
function sampleOf(profile: Profile): Sample | undefined {
  const lifecycle = lifecycleOf(profile);
  const fact =
    Object.keys(lifecycle?.facts ?? {}).find((one) => (lifecycle?.facts[one]?.effects ?? []).length > 0) ??
    lifecycle?.start[0];
  if (lifecycle === undefined || fact === undefined) return undefined;
  const event = sampleEvent(lifecycle, fact, {
    eventId: fillIdShape(profile.eventIdShape, 'sample', 'event'),
    objectId: fillIdShape(lifecycle.objectIdShape ?? 'obj_{base62:16}', 'sample', 'object'),
    atMs: SAMPLE_MS,
  });
  const parcel = profile.compose(sampleDispatch(event, SAMPLE_MS + 1000));
  const secret = defaultSecret(profile);
  const signed = profile.scheme.sign(parcel, {
    secrets: secret === undefined ? [] : [secret],
    id: event.id,
    atMs: SAMPLE_MS + 1000,
  });
  return { about: `${lifecycle.id}, ${fact}`, parcel: signed };
}

function lifecycleOf(profile: Profile): Lifecycle | undefined {
  return profile.lifecycles?.[0] ?? builtIn.find((one) => one.id === 'payment') ?? builtIn[0];
}

function requestLines(profile: Profile): readonly string[] {
  const sample = sampleOf(profile);
  if (sample === undefined) return [];
  const { url, headers } = sample.parcel;
  const { pathname, search } = new URL(url);
  return [
    `POST ${pathname}${search}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
  ];
}

function bodyLines(profile: Profile): readonly string[] {
  const sample = sampleOf(profile);
  if (sample === undefined) return [];
  const text = Buffer.from(sample.parcel.body).toString();
  const shown =
    profile.bodyKind === 'form' ? text.split('&').join('\n&') : JSON.stringify(parsed(text), null, 2);
  const lines = shown.split('\n');
  const more = lines.length - BODY_LINES_MAX;
  return [
    `${sample.about}${profile.bodyKind === 'form' ? ', on one line' : ', indented here'}:`,
    ...lines.slice(0, BODY_LINES_MAX),
    ...(more > 0 ? [`… and ${more} lines more`] : []),
    '',
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function scheduleLines(policy: RetryPolicy): readonly string[] {
  const { delaysMs, jitter } = policy;
  const rows = waits(delaysMs).map(({ attempt, count, delayMs, sinceMs }) => [
    count === 1 ? String(attempt) : `${attempt}–${attempt + count - 1}`,
    `${virtualDuration(delayMs)}${count === 1 ? '' : ' each'}`,
    virtualDuration(sinceMs),
  ]);
  return [
    `${scheduleInWords({ retryPolicy: policy })}${jitter === undefined ? '' : `, each wait ${percent(jitter.shareMin)} to ${percent(jitter.shareMax)}`}`,
    ...align([['attempt', 'after a wait of', 'since the first'], ['1', '', '0 s'], ...rows], 3),
    '',
  ];
}

interface Wait {
  /** The first attempt after such a wait. */
  readonly attempt: number;
  readonly count: number;
  readonly delayMs: number;
  /** Of the last one. */
  readonly sinceMs: number;
}

const SHOWN_ALONE_MAX = 3;

/** Waits, many equal ones as one. */
function waits(delaysMs: readonly number[]): readonly Wait[] {
  const runs: Wait[][] = [];
  let sinceMs = 0;
  for (const [index, delayMs] of delaysMs.entries()) {
    sinceMs += delayMs;
    const wait = { attempt: index + 2, count: 1, delayMs, sinceMs };
    const run = runs.at(-1);
    if (run?.[0]?.delayMs === delayMs) run.push(wait);
    else runs.push([wait]);
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined || run.length <= SHOWN_ALONE_MAX) return run;
    return [{ ...last, attempt: first.attempt, count: run.length }];
  });
}

function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${Math.round(share * 100)} %`;
}

function answerLines(profile: Profile): readonly string[] {
  return [
    `taken: ${statusesInWords((status) => profile.isSuccess(status))}`,
    `the endpoint is disabled at: ${statusesInWords((status) => profile.disables(status))}`,
    `given up at once: ${statusesInWords((status) => profile.givesUp?.(status) === true)}`,
  ];
}

const QUEUES = {
  parallel: 'nobody waits for anybody',
  fifo: 'a delivery that is not taken holds up those behind it',
  ordered: 'a delivery that is not taken holds up those of later facts',
} as const;

function queueLines({ queue = 'parallel', batchMax = 1 }: Profile): readonly string[] {
  return [
    `queue: ${queue} (${QUEUES[queue]})`,
    `events in one request: ${batchMax === 1 ? 'one' : `up to ${batchMax}`}`,
  ];
}

function lifecycleLines({ lifecycles }: Profile): readonly string[] {
  if (lifecycles === undefined) return [`the built-in ones: ${builtIn.map(({ id }) => id).join(', ')}`];
  return lifecycles.flatMap((lifecycle, index) => [
    `${lifecycle.id}${index === 0 ? ' (default)' : ''}`,
    ...factRows(lifecycle).map((line) => `  ${line}`),
  ]);
}

function factRows(lifecycle: Lifecycle): readonly string[] {
  const inOrder = [...new Set(walks(lifecycle).flat())];
  const rows = inOrder.map((fact) => {
    const rule = lifecycle.facts[fact];
    const kinds = (rule?.effects ?? []).map((effect) => effect.kind);
    return [fact, rule?.type ?? '', rule?.state ?? '', kinds.length === 0 ? '' : `owes ${kinds.join(', ')}`];
  });
  return align([['fact', 'type', 'state', ''], ...rows]).map((line) => line.trimEnd());
}

function secretLines(profile: Profile): readonly string[] {
  const secret = defaultSecret(profile);
  if (secret === undefined) return ['none is needed'];
  const verifiesWith = profile.scheme.publicKey?.(secret);
  const whose = verifiesWith === undefined ? 'your receiver checks with' : 'the provider signs with';
  return [
    ...wrap(
      `Give lost200 what ${whose}, in LOST200_SECRET. Without it, requests are signed with what everybody knows:`,
      WIDTH - 2,
    ),
    secret.trimEnd(),
    ...(verifiesWith === undefined ? [] : ['', 'The receiver then verifies with:', verifiesWith.trimEnd()]),
  ];
}
