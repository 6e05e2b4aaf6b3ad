import { clientDisconnects } from './acks/client-disconnects.ts';
import { giveUpWhileWorking } from './acks/give-up-while-working.ts';
import { lost200 } from './acks/lost-200.ts';
import { alteredScenarios } from './altered.ts';
import { factsInOrder } from './batches/facts-in-order.ts';
import { factsReversed } from './batches/facts-reversed.ts';
import { lostBatch } from './batches/lost-200.ts';
import { otherCompany } from './batches/other-company.ts';
import { sameEventTwice } from './batches/same-event-twice.ts';
import { severalObjects } from './batches/several-objects.ts';
import { calm } from './baseline/calm.ts';
import { afterSchedule } from './duplicates/after-schedule.ts';
import { concurrent as concurrentDuplicates } from './duplicates/concurrent.ts';
import { sequential } from './duplicates/sequential.ts';
import { twoEventsOfOneFact } from './duplicates/two-events-of-one-fact.ts';
import { storm } from './mixed/storm.ts';
import { afterTheEnd } from './order/after-the-end.ts';
import { concurrent as concurrentFacts } from './order/concurrent.ts';
import { lateStraggler } from './order/late-straggler.ts';
import { reversed } from './order/reversed.ts';
import { sameInstant } from './order/same-instant.ts';
import { twoGenerations } from './order/two-generations.ts';
import { twoObjectsOfAnOwner } from './order/two-objects-of-an-owner.ts';
import { sameId } from './replay/same-id.ts';
import { lostAnswer } from './outgoing/lost-answer.ts';
import { refused } from './outgoing/refused.ts';
import { slow } from './outgoing/slow.ts';
import { outage } from './retries/outage.ts';
import { handshakeScenarios } from './handshakes.ts';
import type { Scenario } from './scenario.ts';

/** Every scenario, in the order in which a newcomer would tell the story. To add one: one file, one line here;
 * those of alterations come from `simulator/alterations/`. */
export const catalogue: readonly Scenario[] = [
  calm,
  lost200,
  giveUpWhileWorking,
  clientDisconnects,
  sequential,
  concurrentDuplicates,
  afterSchedule,
  twoEventsOfOneFact,
  reversed,
  lateStraggler,
  concurrentFacts,
  sameInstant,
  afterTheEnd,
  twoObjectsOfAnOwner,
  twoGenerations,
  outage,
  sameId,
  lostAnswer,
  refused,
  slow,
  storm,
  severalObjects,
  factsInOrder,
  factsReversed,
  sameEventTwice,
  lostBatch,
  otherCompany,
  ...alteredScenarios,
  ...handshakeScenarios,
];
