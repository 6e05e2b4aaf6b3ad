import type { Alteration } from '../alteration.ts';
import { rewritten } from '../bodies.ts';
import { mapObjects, writeJson } from '../json-text.ts';

export const retryReordered: Alteration = {
  id: 'retry-reordered',
  kind: 'oddity',
  group: 'odd',
  title: 'A retry brings the same JSON with its keys in another order',
  because:
    "A provider may serialise an event again for each attempt: the same event in other bytes. A key made of the body's hash takes it for a new one (bug list L7).",
  requirement: 'must',
  needs: ['json-body'],
  expects: 'taken',
  fromSecondAttempt: true,
  ...rewritten((body) =>
    writeJson(mapObjects(body, ({ members }) => ({ kind: 'object', members: members.toReversed() }))),
  ),
};
