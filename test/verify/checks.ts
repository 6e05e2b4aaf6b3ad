/** What is tried with every profile: signed by our provider, verified by code that is not ours. */
import type { Profile } from '../../simulator/profiles/profile.ts';
import { everyRequest, oneRequest, type Sending } from './requests.ts';
import type { Check, Received, Verifier } from './verifier.ts';

/** `n/a` where the scheme has no such thing; `surprise`: ours and theirs do not agree. */
export interface CheckResult {
  readonly outcome: 'ok' | 'n/a' | 'surprise';
  readonly because: string;
}

const SECOND_MS = 1000;
/** Beyond a tolerance, by more than a slow machine takes for one check. */
const BEYOND_SECONDS = 60;
/** Accents, another script, an emoji outside the basic plane, characters that JSON escapes, and those that URLs escape. */
const ODD_TEXT = 'Olá, não! Ünïcödé Ж 日本語 🎉👩‍🚀 "quoted" \\ </script> \u2028 a+b&c=d%20\'e\'';
const MEGABYTE = 1024 * 1024;

export async function runCheck(profile: Profile, verifier: Verifier, check: Check): Promise<CheckResult> {
  const because = verifier.notApplicable?.[check] ?? meaningless(profile, verifier, check);
  if (because !== undefined) return { outcome: 'n/a', because };
  try {
    const on = bench(profile, verifier);
    // Loads the library: some take longer than the tolerance of their provider.
    await on.takes(oneRequest(profile, on.now()), on.secret);
    const surprise = await CHECK_OF[check](on);
    return surprise === undefined
      ? { outcome: 'ok', because: '' }
      : { outcome: 'surprise', because: surprise };
  } catch (error) {
    return { outcome: 'surprise', because: (error as Error).message };
  }
}

/** Why the check means nothing with this scheme; `undefined` when it does. */
function meaningless({ scheme }: Profile, { tamper }: Verifier, check: Check): string | undefined {
  const { kind, covers, toleranceSeconds, severalSecrets } = scheme;
  if (kind === 'none') return ['plain', 'unicode', 'large'].includes(check) ? undefined : 'nothing is signed';
  switch (check) {
    case 'rotation':
      return severalSecrets ? undefined : 'one secret signs at a time';
    case 'tampered':
      return covers.body || tamper !== undefined ? undefined : 'the body is not signed';
    case 'stale':
    case 'future':
      if (!covers.time) return 'no time is signed';
      return toleranceSeconds === undefined ? 'no limit is stated' : undefined;
    default:
      return undefined;
  }
}

interface Bench {
  readonly profile: Profile;
  readonly verifier: Verifier;
  /** Of the right form, two that are known to the receiver and one that nobody knows. */
  readonly secret: string;
  readonly olderSecret: string;
  readonly strangeSecret: string;
  /** Whether the library takes the request when it has the secret. */
  readonly takes: (request: Received, secret: string) => Promise<boolean>;
  readonly now: (change?: Partial<Sending>) => Sending;
}

function bench(profile: Profile, verifier: Verifier): Bench {
  const { scheme } = profile;
  const secretOf = (byte: number): string => scheme.secretOf(Buffer.alloc(32, byte));
  const secret = secretOf(7);
  return {
    profile,
    verifier,
    secret,
    olderSecret: secretOf(8),
    strangeSecret: secretOf(9),
    takes: async (request, known) => {
      try {
        return await verifier.verify(request, scheme.publicKey?.(known) ?? known);
      } catch {
        return false;
      }
    },
    now: (change = {}) => ({ secrets: [secret], atMs: Date.now(), ...change }),
  };
}

type Trial = (on: Bench) => Promise<string | undefined>;

const CHECK_OF: Readonly<Record<Check, Trial>> = {
  plain: async ({ profile, verifier, secret, now }) => {
    const requests = everyRequest(profile, now());
    if (requests.length === 0) return 'the lifecycles gave no request';
    // Not through `takes`: the message of the refusal is what one wants to read.
    for (const asOf of requests) {
      const request = asOf(Date.now());
      if (!(await verifier.verify(request, profile.scheme.publicKey?.(secret) ?? secret)))
        return `refused: ${request.body.toString().slice(0, 200)}`;
    }
    return undefined;
  },
  unicode: async (on) => takesPlanted(on, ODD_TEXT, isWrittenIn),
  large: async (on) =>
    takesPlanted(on, 'lost 200 '.repeat(MEGABYTE / 8), (_, body) => body.length > MEGABYTE),
  rotation: trialOfRotation,
  tampered: async ({ profile, verifier, secret, takes, now }) => {
    const genuine = oneRequest(profile, now());
    if (!(await takes(genuine, secret))) return 'the genuine request was refused';
    for (const request of (verifier.tamper ?? tamperBody)(genuine))
      if (await takes(request, secret)) return `taken: ${request.body.toString().slice(0, 200)}`;
    return undefined;
  },
  'wrong secret': async ({ profile, secret, strangeSecret, takes, now }) => {
    if (!(await takes(oneRequest(profile, now()), secret))) return 'the right secret was refused';
    const isTaken = await takes(oneRequest(profile, now({ secrets: [strangeSecret] })), secret);
    return isTaken ? 'a secret that nobody has was taken' : undefined;
  },
  stale: async (on) => trialOfTime(on, -1, false),
  future: async (on) => trialOfTime(on, 1, on.profile.scheme.toleratesFuture === true),
};

async function takesPlanted(
  { profile, verifier, secret, takes, now }: Bench,
  text: string,
  isThere: (text: string, body: Buffer) => boolean,
): Promise<string | undefined> {
  const plant = verifier.plant ?? ((data, given) => ({ ...data, note: given }));
  const request = oneRequest(profile, now({ plant: (data) => plant(data, text) }));
  if (!isThere(text, request.body)) return 'the text did not get into the body';
  return (await takes(request, secret)) ? undefined : 'refused';
}

/** True when the body has the text's Japanese word: raw, escaped as JSON does, or as forms do. */
function isWrittenIn(_text: string, body: Buffer): boolean {
  const written = body.toString();
  return ['日本語', '\\u65e5\\u672c\\u8a9e', '\\u65E5\\u672C\\u8A9E', '%E6%97%A5%E6%9C%AC%E8%AA%9E'].some(
    (form) => written.includes(form),
  );
}

async function trialOfRotation(on: Bench): Promise<string | undefined> {
  const { profile, verifier, secret, olderSecret, strangeSecret, takes, now } = on;
  const only = verifier.rotationAccepts?.only;
  for (const [newest, oldest] of [
    [secret, olderSecret],
    [olderSecret, secret],
  ] as const) {
    const request = oneRequest(profile, now({ secrets: [newest, oldest] }));
    if ((await takes(request, newest)) !== (only !== 'oldest')) return 'the newest secret: not as expected';
    if ((await takes(request, oldest)) !== (only !== 'newest')) return 'the oldest secret: not as expected';
    if (await takes(request, strangeSecret)) return 'a secret that nobody has was taken';
  }
  return undefined;
}

/** One that is within the tolerance is taken; one beyond it is taken only if the scheme says so. */
async function trialOfTime(
  { profile, secret, takes, now }: Bench,
  direction: 1 | -1,
  isTakenBeyond: boolean,
): Promise<string | undefined> {
  const toleranceMs = (profile.scheme.toleranceSeconds ?? 0) * SECOND_MS;
  const at = (awayMs: number): Received =>
    oneRequest(profile, now({ atMs: Date.now() + direction * awayMs }));
  if (!(await takes(at(toleranceMs / 2), secret))) return 'a time within the tolerance was refused';
  const beyond = await takes(at(toleranceMs + BEYOND_SECONDS * SECOND_MS), secret);
  if (beyond === isTakenBeyond) return undefined;
  return beyond ? 'a time beyond the tolerance was taken' : 'a time beyond the tolerance was refused';
}

/** Another letter or digit at the beginning, in the middle and at the end of the body. */
function tamperBody(request: Received): readonly Received[] {
  const text = request.body.toString('latin1');
  const places = [...text.matchAll(/[0-9A-Za-z]/g)].map((match) => match.index);
  return [0, Math.floor(places.length / 2), places.length - 1].flatMap((which) => {
    const place = places[which];
    if (place === undefined) return [];
    const body = Buffer.from(request.body);
    body[place] = text[place] === '7' ? 0x38 : 0x37;
    return [{ ...request, body }];
  });
}
