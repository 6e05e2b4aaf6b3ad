import type { Alteration } from '../alteration.ts';
import { rewritten } from '../bodies.ts';
import { mapObjects, writeJson } from '../json-text.ts';

export const duplicateKeys: Alteration = {
  id: 'duplicate-keys',
  kind: 'oddity',
  group: 'odd',
  title: 'Every key comes twice, with the same value',
  because:
    'RFC 8259, section 4: names should be unique, and what a reader does else is its own affair; most take the last, strict ones refuse.',
  requirement: 'should',
  needs: ['json-body'],
  expects: 'either',
  ...rewritten((body) =>
    writeJson(
      mapObjects(body, ({ members }) => ({
        kind: 'object',
        members: members.flatMap((member) => [member, member]),
      })),
    ),
  ),
};
