import { badInOneRequest } from './bad-in-one-request.ts';
import { factsInOneRequest } from './facts-in-one-request.ts';
import { forgeryArrived } from './forgery-arrived.ts';
import { oddityArrived } from './oddity-arrived.ts';
import { poisonArrived } from './poison-arrived.ts';
import { sameEventInOneRequest } from './same-event-in-one-request.ts';
import { severalInOneRequest } from './several-in-one-request.ts';
import { clientGone } from './client-gone.ts';
import { faultSurvived } from './fault-survived.ts';
import { eventAfterEnd } from './event-after-end.ts';
import type { Hazard } from './hazard.ts';
import { olderAfterNewer } from './older-after-newer.ts';
import { outage } from './outage.ts';
import { outgoingAnswerLost } from './outgoing-answer-lost.ts';
import { outgoingAnswerSlow } from './outgoing-answer-slow.ts';
import { outgoingRefused } from './outgoing-refused.ts';
import { olderGeneration } from './older-generation.ts';
import { otherObjectOfOwner } from './other-object-of-owner.ts';
import { overlapAfterGiveUp } from './overlap-after-give-up.ts';
import { overlapSameEvent } from './overlap-same-event.ts';
import { overlapSameObject } from './overlap-same-object.ts';
import { repeatAfterAck } from './repeat-after-ack.ts';
import { repeatAfterNewer } from './repeat-after-newer.ts';
import { replay } from './replay.ts';
import { retryAfterLostReply } from './retry-after-lost-reply.ts';
import { sameInstant } from './same-instant.ts';
import { secondAnnouncement } from './second-announcement.ts';

/** Every hazard. To add one: one file beside these, one line here. */
export const hazards: readonly Hazard[] = [
  retryAfterLostReply,
  overlapAfterGiveUp,
  clientGone,
  repeatAfterAck,
  repeatAfterNewer,
  overlapSameEvent,
  overlapSameObject,
  olderAfterNewer,
  sameInstant,
  eventAfterEnd,
  otherObjectOfOwner,
  olderGeneration,
  secondAnnouncement,
  outage,
  replay,
  outgoingAnswerLost,
  outgoingRefused,
  outgoingAnswerSlow,
  faultSurvived,
  forgeryArrived,
  oddityArrived,
  poisonArrived,
  severalInOneRequest,
  factsInOneRequest,
  sameEventInOneRequest,
  badInOneRequest,
];
