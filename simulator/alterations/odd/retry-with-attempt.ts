import type { Alteration } from '../alteration.ts';
import { rewritten, withMembers } from '../bodies.ts';
import { writeJson } from '../json-text.ts';

export const retryWithAttempt: Alteration = {
  id: 'retry-with-attempt',
  kind: 'oddity',
  group: 'odd',
  title: 'A retry says in a field of its own how many attempts there were',
  because:
    "Some providers count attempts in the body: the same event in other bytes. A key made of the body's hash takes it for a new one (bug list L7).",
  requirement: 'must',
  needs: ['json-body'],
  expects: 'taken',
  tolerates: 'unknown-fields',
  fromSecondAttempt: true,
  ...rewritten((body, workshop) =>
    writeJson(withMembers(body, workshop, { delivery_attempt: String(workshop.dispatch.attempt) })),
  ),
};
