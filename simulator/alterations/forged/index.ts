import type { Alteration } from '../alteration.ts';
import { addedField } from './added-field.ts';
import { appendedSpace } from './appended-space.ts';
import { barelyStale } from './barely-stale.ts';
import { changedBody } from './changed-body.ts';
import { changedId } from './changed-id.ts';
import { changedTimestamp } from './changed-timestamp.ts';
import { emptyKey } from './empty-key.ts';
import { emptySignature } from './empty-signature.ts';
import { future } from './future.ts';
import { longer } from './longer.ts';
import { malformedHeader } from './malformed-header.ts';
import { noSignature } from './no-signature.ts';
import { nonAscii } from './non-ascii.ts';
import { otherCase } from './other-case.ts';
import { otherScheme } from './other-scheme.ts';
import { otherVersion } from './other-version.ts';
import { replayedNewId } from './replayed-new-id.ts';
import { replayedUnsignedId } from './replayed-unsigned-id.ts';
import { severalWrong } from './several-wrong.ts';
import { shorter } from './shorter.ts';
import { signatureOfAnotherBody } from './signature-of-another-body.ts';
import { signatureOfAnotherUrl } from './signature-of-another-url.ts';
import { stale } from './stale.ts';
import { strippedTimestamp } from './stripped-timestamp.ts';
import { swappedTenant } from './swapped-tenant.ts';
import { swappedTopic } from './swapped-topic.ts';
import { unknownVersion } from './unknown-version.ts';
import { unlabelled } from './unlabelled.ts';
import { unsignedBody } from './unsigned-body.ts';
import { wrongSecret } from './wrong-secret.ts';

/** Requests that the provider did not send, or not like this. To add one: one file beside these, one line here. */
export const forgeries: readonly Alteration[] = [
  noSignature,
  emptySignature,
  wrongSecret,
  emptyKey,
  shorter,
  longer,
  nonAscii,
  severalWrong,
  unknownVersion,
  unlabelled,
  malformedHeader,
  signatureOfAnotherBody,
  signatureOfAnotherUrl,
  changedBody,
  addedField,
  appendedSpace,
  unsignedBody,
  changedId,
  changedTimestamp,
  strippedTimestamp,
  stale,
  barelyStale,
  future,
  otherVersion,
  otherScheme,
  otherCase,
  replayedNewId,
  replayedUnsignedId,
  swappedTopic,
  swappedTenant,
];
