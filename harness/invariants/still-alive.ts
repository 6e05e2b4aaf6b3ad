import type { Fact } from '../../simulator/model.ts';
import { acknowledged, attemptsOf, reached, type PlayRecord } from '../../simulator/record.ts';
import { deliveriesOfOthers } from '../judging/deliveries.ts';
import type { Invariant } from './invariant.ts';
import { mayNeedRealGaps, needsRealGaps } from './real-gaps.ts';

/** Judges the clean event of a new object with which every plan ends. */
export const stillAlive: Invariant = {
  id: 'still-alive',
  title: 'After everything the receiver takes a new event.',
  mend: 'Let no request end the process, hold a connection for ever or block those behind it.',
  requirement: () => 'must',
  witnesses: 'all',
  safety: true,
  judge: (record) => {
    if (record.exited !== undefined) {
      return {
        judged: record.plan.facts.slice(0, 1).map((fact) => fact.id),
        violations: [
          {
            key: 'exited',
            subject: 'receiver',
            expected: 'the receiver keeps running',
            actual: record.exited.detail,
            evidence: [record.exited.at],
          },
        ],
      };
    }
    const probes = record.plan.objects.filter((object) => object.probe === true);
    const facts = record.plan.facts.filter((fact) => probes.some((probe) => probe.id === fact.objectId));
    // What answers no more after an indigestible event is told by another invariant; what is gone, by this one.
    const others = deliveriesOfOthers(record, 'delivery-completes');
    const tried = facts.filter((fact) => {
      const attempts = attemptsOf(record, fact);
      return attempts.length > 0 && !attempts.some((attempt) => others.has(attempt.deliveryId));
    });
    const gaps = tried.filter((fact) =>
      attemptsOf(record, fact).some((attempt) => mayNeedRealGaps(record, attempt.deliveryId)),
    );
    const dead = tried.filter((fact) => !gaps.includes(fact) && isRefused(record, fact));
    return {
      judged: tried.filter((fact) => !gaps.includes(fact)).map((fact) => fact.id),
      violations: dead.map((fact) => {
        const attempts = attemptsOf(record, fact);
        return {
          key: attempts.some(reached) ? 'refuses' : 'unreachable',
          subject: fact.id,
          expected: `the last event (${fact.objectId} ${fact.fact}) is taken`,
          actual: `not one of ${attempts.length} attempts was`,
          evidence: attempts
            .slice(-3)
            .flatMap((attempt) => [
              attempt.startedAt,
              ...(attempt.repliedAt === undefined ? [] : [attempt.repliedAt]),
            ]),
        };
      }),
      ...(gaps.length > 0 ? { undecided: needsRealGaps } : {}),
    };
  },
};

/** Never taken, and no more to come: an interruption in the middle of the probe is not the receiver's end. */
function isRefused(record: PlayRecord, fact: Fact): boolean {
  const attempts = attemptsOf(record, fact);
  const last = attempts.at(-1)?.reply;
  const aborted = last?.kind === 'none' && last.reason === 'aborted';
  const over = attempts.every((attempt) => record.deliveries.has(attempt.deliveryId));
  return over && !aborted && !attempts.some(acknowledged);
}
