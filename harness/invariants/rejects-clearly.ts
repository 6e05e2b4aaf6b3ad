import type { Violation } from '../../reports/run-report.ts';
import { alterationOf } from '../../simulator/alterations/index.ts';
import { couldAnswer, requestsOf, type AttemptRecord, type PlayRecord } from '../../simulator/record.ts';
import { answerOf, attemptIndexes, factName, triedDeliveries } from '../judging/deliveries.ts';
import type { Invariant } from './invariant.ts';

/**
 * Judges the answers to what is to be refused: to forged requests, and to deliveries that cannot be digested, of which one
 * attempt at least must be answered clearly. A receiver may answer 2xx to everything and sort it out later; only an answer that
 * says nothing is held against it.
 */
export const rejectsClearly: Invariant = {
  id: 'rejects-clearly',
  title: 'What is forged or malformed is answered 4xx: not with a server error, and not with silence.',
  mend: 'Answer 401 or 403 where the signature is wrong or missing, and 400 where the body cannot be read: a 5xx is tried again for days, and wakes somebody up.',
  requirement: () => 'should',
  witnesses: 'touched',
  safety: false,
  judge: (record) => {
    const forged = requestsOf(record.forged.filter(isToBeRefused)).map((attempt) => ({
      attempt,
      facts: record.forged.filter(({ id }) => id === attempt.id).map(({ fact }) => fact.id),
      evidence: [attempt],
    }));
    const malformed = triedDeliveries(record)
      .filter((one) => one.speaker === 'rejects-clearly')
      .map(({ deliveryId, last, facts, attempts }) => {
        const sent = record.poison.filter((attempt) => attempt.deliveryId === deliveryId);
        return { attempt: sent.find((one) => !isUnclear(one)) ?? last, facts, evidence: attempts };
      });
    const answers = [...forged, ...malformed];
    return {
      judged: answers.flatMap((answer) => answer.facts),
      violations: answers
        .filter(({ attempt }) => isUnclear(attempt))
        .map(({ attempt, evidence }) => violationOf(attempt, evidence)),
      note: noteOf(record, forged.length),
    };
  },
};

/** Where the signature is right, nobody can know at once that there is something to refuse. */
function isToBeRefused(attempt: AttemptRecord): boolean {
  return couldAnswer(attempt) && alterationOf(attempt.altered ?? '').rightlySigned !== true;
}

function isUnclear({ reply }: AttemptRecord): boolean {
  return reply?.kind === 'response' ? reply.status >= 500 : true;
}

function violationOf(attempt: AttemptRecord, evidence: readonly AttemptRecord[]): Violation {
  const answer = answerOf(attempt);
  const { id, kind } = alterationOf(attempt.altered ?? '');
  return {
    key: `${kind === 'forgery' ? 'forged' : 'malformed'}:${answer}`,
    subject: attempt.fact.id,
    expected: `4xx for ${attempt.eventId} (${factName(attempt)}), sent as "${id}"`,
    actual: attempt.reply?.kind === 'response' ? answer : `no answer (${answer})`,
    evidence: attemptIndexes(evidence),
  };
}

/** A 2xx is no violation, and yet worth knowing. */
function noteOf(record: PlayRecord, forged: number): string {
  const taken = requestsOf(record.forged).filter(
    ({ reply }) => reply?.kind === 'response' && reply.status < 300,
  ).length;
  return `${taken} of ${forged} forged request(s) answered 2xx`;
}
