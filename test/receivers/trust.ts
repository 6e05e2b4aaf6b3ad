/** Receivers for the trust cases: whom they believe, and what they do with what nobody can digest. */
import { bug, odd, small, type ReceiverEntry } from './entry.ts';

/** Everything about trust, and a little of the rest. */
const TRUST = ['baseline/calm', 'duplicates/sequential', 'forged/*', 'rotation/*', 'odd/*', 'poison/*'];

function trusting(entry: ReceiverEntry): ReceiverEntry {
  return { ...entry, options: { ...entry.options, only: TRUST, gate: { seeds: 1 } } };
}

const rightOnes: readonly ReceiverEntry[] = [
  odd('verifies-in-worker', 'Answers 200 to everybody and verifies what it wrote down later, in a worker.'),
  odd('refusals-audited', 'Keeps a row of every request that it refused.'),
  odd('refuses-with-404', 'Answers 404 to bad signatures.'),
  odd('key-is-the-meaning', 'Knows an event by a hash of what it says, not by its id or its bytes.'),
  // Its Retry-After is waited for, by forgers too.
  {
    ...odd('strangers-are-slowed', 'Answers 429 to the fourth bad signature within ten seconds.'),
    options: { patient: true },
  },
  odd('small-bodies', 'Answers 413 to more than 256 kB, and 403 to bad signatures.'),
];

export const trusted: readonly ReceiverEntry[] = rightOnes.map(trusting);

/** Played where it shows, in calm weather, and where a right request must pass. */
function caught(
  id: string,
  says: string,
  caughtBy: readonly string[],
  beside: readonly string[] = ['duplicates/sequential'],
): ReceiverEntry {
  // What calm weather teaches says nothing of strangers: tables alone are not asked.
  return small({ ...bug(id, says, caughtBy), caughtInTables: [] }, beside);
}

const believers: readonly ReceiverEntry[] = [
  caught('trusts-everyone', 'Verifies nothing (P3).', [
    'forged/no-signature#forged-has-no-effect',
    'forged/wrong-secret#forged-has-no-effect',
    'forged/changed-body#forged-has-no-effect',
  ]),
  caught('verifies-if-signed', 'Verifies where there is a signature (P3, P4).', [
    'forged/no-signature#forged-has-no-effect',
  ]),
  caught('forgets-to-await', 'Does not await its verifier; a promise is true.', [
    'forged/wrong-secret#forged-has-no-effect',
  ]),
  caught('refusal-swallowed', 'Logs that the signature is wrong, and goes on.', [
    'forged/wrong-secret#forged-has-no-effect',
  ]),
  caught('effect-before-verification', 'Works and verifies side by side (P12).', [
    'forged/wrong-secret#forged-has-no-effect',
  ]),
  caught('seen-before-verified', 'Remembers the id of whoever names one.', ['forged/wrong-secret#no-loss']),
  caught('compares-the-beginning', 'Takes the beginning of a signature for all of it.', [
    'forged/shorter#forged-has-no-effect',
    'forged/empty-signature#forged-has-no-effect',
  ]),
  caught('missing-secret-is-empty', 'Verifies with an empty secret too (P3).', [
    'forged/empty-key#forged-has-no-effect',
  ]),
  caught('time-never-compared', 'Signs the time and never looks at it (P5).', [
    'forged/stale#forged-has-no-effect',
  ]),
  caught('tolerance-of-days', 'Compares seconds with milliseconds (P5).', [
    'forged/stale#forged-has-no-effect',
  ]),
  caught('future-is-recent', 'Bounds the past only.', ['forged/future#forged-has-no-effect']),
  caught('throws-on-odd-length', 'Answers 500 where signatures differ in length.', [
    'forged/shorter#rejects-clearly',
    'forged/longer#rejects-clearly',
  ]),
  caught('ends-on-odd-length', 'Ends where signatures differ in length.', ['forged/shorter#still-alive']),
];

const refusers: readonly ReceiverEntry[] = [
  caught('signs-what-it-parsed', 'Verifies JSON that was parsed and written again (P1).', [
    'odd/escaped-unicode#genuine-is-accepted',
    'odd/indented#genuine-is-accepted',
    'odd/number-notations#genuine-is-accepted',
  ]),
  caught('signs-latin1', 'Verifies bytes as Latin-1 (P1).', ['odd/raw-unicode#genuine-is-accepted']),
  caught('first-signature-only', 'Looks at the first signature only.', [
    'rotation/strange-first#genuine-is-accepted',
  ]),
  caught('exact-content-type', 'Compares the content type as one text.', [
    'odd/content-type-charset#genuine-is-accepted',
  ]),
  caught('limit-of-100-kb', 'Refuses bodies of more than 100 kB (O6).', [
    'odd/large-body#genuine-is-accepted',
  ]),
  caught('unknown-type-500', 'Throws at types that it does not know (N5).', [
    'poison/unknown-event-type#unknown-is-tolerated',
  ]),
  caught('unknown-field-refused', 'Refuses events with fields that it does not know.', [
    'odd/unknown-fields#unknown-is-tolerated',
  ]),
  caught('key-is-the-body-hash', 'Knows an event by the hash of its bytes (L1).', [
    'odd/retry-reordered#single-effect',
  ]),
];

const poisoned: readonly ReceiverEntry[] = [
  caught('stuck-behind-the-head', 'Stops its queue at an event that can never succeed (O1, O2).', [
    'poison/malformed-json#no-loss',
    'poison/without-data#no-loss',
  ]),
  caught('chain-stays-broken', 'Answers every request with the error of the one that failed (O3).', [
    'poison/nul-in-text#poison-does-not-block',
  ]),
  caught('nul-stops-the-queue', 'Stops its queue at a text that the database refuses (O1).', [
    'poison/nul-in-text#no-loss',
  ]),
  caught('bad-json-ends-it', 'Parses outside of any error handling (O8).', [
    'poison/malformed-json#still-alive',
  ]),
  caught('missing-field-ends-it', 'Reads a field that is not there, after the answer (O7).', [
    'poison/without-data#still-alive',
  ]),
];

export const brokenTrust: readonly ReceiverEntry[] = [...believers, ...refusers, ...poisoned];
