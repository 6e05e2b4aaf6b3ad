import type { Alteration } from '../alteration.ts';
import { bigInteger } from './big-integer.ts';
import { chunked } from './chunked.ts';
import { contentTypeCapitals } from './content-type-capitals.ts';
import { contentTypeCharset } from './content-type-charset.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { escapedSlashes } from './escaped-slashes.ts';
import { escapedUnicode } from './escaped-unicode.ts';
import { headerCase } from './header-case.ts';
import { hugeBody } from './huge-body.ts';
import { indented } from './indented.ts';
import { integersAsFloats } from './integers-as-floats.ts';
import { largeBody } from './large-body.ts';
import { lineBreakAtEnd } from './line-break-at-end.ts';
import { nullFields } from './null-fields.ts';
import { numberNotations } from './number-notations.ts';
import { rawUnicode } from './raw-unicode.ts';
import { retryIndented } from './retry-indented.ts';
import { retryReordered } from './retry-reordered.ts';
import { retryWithAttempt } from './retry-with-attempt.ts';
import { unicodeHeader } from './unicode-header.ts';
import { unknownFields } from './unknown-fields.ts';
import { upperCaseHeaders } from './upper-case-headers.ts';

/** Genuine requests that are oddly written. To add one: one file beside these, one line here. */
export const oddities: readonly Alteration[] = [
  retryReordered,
  retryIndented,
  retryWithAttempt,
  escapedUnicode,
  rawUnicode,
  escapedSlashes,
  lineBreakAtEnd,
  indented,
  numberNotations,
  bigInteger,
  integersAsFloats,
  duplicateKeys,
  unknownFields,
  nullFields,
  chunked,
  headerCase,
  upperCaseHeaders,
  contentTypeCharset,
  contentTypeCapitals,
  unicodeHeader,
  largeBody,
  hugeBody,
];
