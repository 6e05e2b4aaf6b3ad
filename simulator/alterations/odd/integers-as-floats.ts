import type { Alteration } from '../alteration.ts';
import { rewritten, withMembers } from '../bodies.ts';
import { mapMembers, nameOf, writeJson } from '../json-text.ts';

/** Longer ones may be ids or instants. */
const SMALL = /^-?\d{1,8}$/;

export const integersAsFloats: Alteration = {
  id: 'integers-as-floats',
  kind: 'oddity',
  group: 'odd',
  title: 'Whole numbers that are no ids are written as 1.0',
  because:
    'To JSON 1 and 1.0 are one number; serialisers of languages without integers write either. A reader of strict types may refuse it.',
  requirement: 'should',
  needs: ['json-body'],
  expects: 'either',
  ...rewritten((body, workshop) =>
    writeJson(
      mapMembers(withMembers(body, workshop, { count_lately: '1' }), (member) => {
        const { key, value } = member;
        const isCount = value.kind === 'leaf' && SMALL.test(value.raw) && !/id$/i.test(nameOf(member));
        return isCount ? { key, value: { kind: 'leaf', raw: `${value.raw}.0` } } : member;
      }),
    ),
  ),
};
