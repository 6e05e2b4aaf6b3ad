import type { Alteration } from '../alteration.ts';
import { deepNesting } from './deep-nesting.ts';
import { emptyBody } from './empty-body.ts';
import { idAsObject } from './id-as-object.ts';
import { invalidUtf8 } from './invalid-utf8.ts';
import { jsonArray } from './json-array.ts';
import { jsonNull } from './json-null.ts';
import { loneSurrogate } from './lone-surrogate.ts';
import { malformedJson } from './malformed-json.ts';
import { missingObjectId } from './missing-object-id.ts';
import { missingStatus } from './missing-status.ts';
import { missingType } from './missing-type.ts';
import { notADate } from './not-a-date.ts';
import { nulInText } from './nul-in-text.ts';
import { statusAsNumber } from './status-as-number.ts';
import { truncatedJson } from './truncated-json.ts';
import { unknownEventType } from './unknown-event-type.ts';
import { veryLongStatus } from './very-long-status.ts';
import { withoutData } from './without-data.ts';

/** Genuine requests that nobody can digest. To add one: one file beside these, one line here. */
export const poisons: readonly Alteration[] = [
  unknownEventType,
  malformedJson,
  truncatedJson,
  emptyBody,
  jsonNull,
  jsonArray,
  missingObjectId,
  missingStatus,
  missingType,
  withoutData,
  statusAsNumber,
  idAsObject,
  veryLongStatus,
  notADate,
  nulInText,
  loneSurrogate,
  invalidUtf8,
  deepNesting,
];
