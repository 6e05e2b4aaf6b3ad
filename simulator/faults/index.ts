import { answerLost } from './answer-lost.ts';
import { answerRefused } from './answer-refused.ts';
import { answerSlow } from './answer-slow.ts';
import { cutShort } from './cut-short.ts';
import { delay } from './delay.ts';
import { duplicate } from './duplicate.ts';
import { equalTimestamps } from './equal-timestamps.ts';
import type { Fault } from './fault.ts';
import type { FaultKind } from './fault-kind.ts';
import { giveUp } from './give-up.ts';
import { loseResponse } from './lose-response.ts';
import { neverSent } from './never-sent.ts';
import { outage } from './outage.ts';
import { race } from './race.ts';
import { reorder } from './reorder.ts';
import { replay } from './replay.ts';
import { reset } from './reset.ts';

/** Every kind of fault. To add one: one file beside these, one line here and one in the union in `fault.ts`. */
export const faultKinds: { readonly [K in Fault['kind']]: FaultKind<Extract<Fault, { readonly kind: K }>> } =
  {
    'lose-response': loseResponse,
    'give-up': giveUp,
    'never-sent': neverSent,
    reset,
    'cut-short': cutShort,
    delay,
    reorder,
    duplicate,
    race,
    replay,
    outage,
    'equal-timestamps': equalTimestamps,
    'answer-lost': answerLost,
    'answer-refused': answerRefused,
    'answer-slow': answerSlow,
  };

/** The kind of a fault, typed for that fault. */
export function faultKind(fault: Fault): FaultKind<Fault> {
  return faultKinds[fault.kind] as FaultKind<Fault>;
}

/** True when what comes after an attempt with these may overlap with it. */
export function mayOverlap(faults: readonly Fault[]): boolean {
  return faults.some((fault) => faultKind(fault).overlaps?.(fault) === true);
}

/** Virtual milliseconds by which these put an attempt off, all together. */
export function postponementMs(faults: readonly Fault[]): number {
  return faults.reduce((total, fault) => total + (faultKind(fault).postponeMs?.(fault) ?? 0), 0);
}
