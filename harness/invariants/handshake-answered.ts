import type { HistoryEntry } from '../../simulator/history.ts';
import type { Invariant } from './invariant.ts';

type Entry = HistoryEntry & { readonly kind: 'handshake' };

/** Judges what came back to the provider's handshakes; what is right was decided when the answer was there. */
export const handshakeAnswered: Invariant = {
  id: 'handshake-answered',
  title: 'What the provider asks before it delivers is answered as it documents.',
  mend: 'Answer the handshake where the webhooks arrive, before anything else is done with the request: the provider delivers nothing to a URL that does not.',
  requirement: () => 'must',
  witnesses: 'all',
  safety: false,
  judge: ({ entries }) => {
    const answers = entries.filter((entry): entry is Entry => entry.kind === 'handshake');
    const decided = answers.filter(({ reply }) => reply.kind !== 'none' || reply.reason !== 'aborted');
    return {
      judged: decided.map(({ handshake }) => handshake),
      violations: decided.flatMap(({ handshake, problem, index }) =>
        problem === undefined
          ? []
          : [
              {
                key: handshake,
                subject: 'receiver',
                expected: `the answer to ${handshake} that the provider documents`,
                actual: problem,
                evidence: [index],
              },
            ],
      ),
    };
  },
};
