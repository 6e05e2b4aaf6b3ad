import type { Alteration } from '../alteration.ts';
import { rewritten } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

export const truncatedJson: Alteration = {
  id: 'truncated-json',
  kind: 'poison',
  group: 'poison',
  title: 'A body ends in the middle',
  because: 'A provider that cuts a text at a limit signs what is left of it.',
  requirement: 'must',
  needs: ['json-body'],
  ...rewritten((body) => {
    const text = writeJson(body);
    return text.slice(0, Math.floor((text.length * 2) / 3));
  }),
};
