import { acksInTime } from './acks-in-time.ts';
import { confluence } from './confluence.ts';
import { deliveryCompletes } from './delivery-completes.ts';
import { duplicatesAcknowledged } from './duplicates-acknowledged.ts';
import { finalState } from './final-state.ts';
import { forgedHasNoEffect } from './forged-has-no-effect.ts';
import { genuineIsAccepted } from './genuine-is-accepted.ts';
import { handshakeAnswered } from './handshake-answered.ts';
import type { Invariant } from './invariant.ts';
import { latestValues } from './latest-values.ts';
import { logsAreClean } from './logs-are-clean.ts';
import { logsCarryTheId } from './logs-carry-the-id.ts';
import { noLoss } from './no-loss.ts';
import { noRegression } from './no-regression.ts';
import { outgoingHasKey } from './outgoing-has-key.ts';
import { ownerIsEntitled } from './owner-is-entitled.ts';
import { poisonDoesNotBlock } from './poison-does-not-block.ts';
import { rejectsClearly } from './rejects-clearly.ts';
import { singleEffect } from './single-effect.ts';
import { stillAlive } from './still-alive.ts';
import { unknownIsTolerated } from './unknown-is-tolerated.ts';
import { valuesAddUp } from './values-add-up.ts';

/** Every invariant, in report order. To add one: one file beside these, one line here. */
export const invariants: readonly Invariant[] = [
  singleEffect,
  noLoss,
  noRegression,
  finalState,
  valuesAddUp,
  latestValues,
  ownerIsEntitled,
  confluence,
  outgoingHasKey,
  forgedHasNoEffect,
  genuineIsAccepted,
  poisonDoesNotBlock,
  unknownIsTolerated,
  rejectsClearly,
  handshakeAnswered,
  duplicatesAcknowledged,
  deliveryCompletes,
  acksInTime,
  stillAlive,
  logsAreClean,
  logsCarryTheId,
];
