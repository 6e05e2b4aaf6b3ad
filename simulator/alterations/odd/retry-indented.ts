import type { Alteration } from '../alteration.ts';
import { rewritten } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

export const retryIndented: Alteration = {
  id: 'retry-indented',
  kind: 'oddity',
  group: 'odd',
  title: 'A retry brings the same JSON on several lines',
  because:
    "A provider may serialise an event again for each attempt: the same event in other bytes. A key made of the body's hash takes it for a new one (bug list L7).",
  requirement: 'must',
  needs: ['json-body'],
  expects: 'taken',
  fromSecondAttempt: true,
  ...rewritten((body) => writeJson(body, 3)),
};
