/** A check of the user's as an invariant: what it said of each object at the end, as the history has it. */
import { knownFrom, type PlayRecord } from '../../simulator/record.ts';
import { factsOf } from '../../simulator/truth.ts';
import { attemptEvidence } from '../judging/effects.ts';
import { say } from '../judging/say.ts';
import type { Finding, Invariant } from './invariant.ts';

/** `check:<id>`. Unknown where the check failed, or found something in calm weather. */
export function userCheck(id: string): Invariant {
  return {
    id: `check:${id}`,
    title: `The check "${id}" finds nothing.`,
    mend: `See what the check "${id}" expected and what it found.`,
    requirement: () => 'must',
    witnesses: 'touched',
    safety: false,
    judge: (record) => judge(record, id),
  };
}

function judge(record: PlayRecord, id: string): Finding {
  const entries = record.entries.flatMap((entry) =>
    entry.kind === 'checked' && entry.check === id && entry.phase === 'final' ? [entry] : [],
  );
  const facts = (objectId: string): ReturnType<typeof factsOf> =>
    factsOf(record.plan, objectId).filter((fact) => knownFrom(record, fact) < Number.MAX_SAFE_INTEGER);
  const failed = entries.find((entry) => entry.failed !== undefined)?.failed;
  return {
    judged: entries
      .filter((entry) => entry.failed === undefined)
      .flatMap((entry) => facts(entry.objectId).map((fact) => fact.id)),
    violations: entries.flatMap((entry) =>
      entry.differences.map(({ key, expected, actual }) => ({
        key,
        subject: entry.objectId,
        expected: `${entry.objectId}: ${expected}`,
        actual,
        evidence: [...attemptEvidence(record, facts(entry.objectId)), entry.index],
      })),
    ),
    ...(failed === undefined ? {} : { undecided: couldNotSay(id, failed) }),
  };
}

function couldNotSay(id: string, failed: string): NonNullable<Finding['undecided']> {
  return {
    because: say('check-failed', 'the check "{id}" could not say: {failed}', { id, failed }),
    remedy: say('check-failed-remedy', 'Mend the check "{id}"; in calm weather it must find nothing.', {
      id,
    }),
  };
}
