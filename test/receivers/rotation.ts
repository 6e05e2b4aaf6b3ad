/** Receivers while a secret is rotated: what they know is a matter of how they were deployed, not of their code. */
import type { ReceiverEntry } from './entry.ts';

const NEW = 'whsec_bG9zdDIwMC1yb3RhdGlvbi1uZXctc2VjcmV0LTAwMQ==';
const OLD = 'whsec_bG9zdDIwMC1yb3RhdGlvbi1vbGQtc2VjcmV0LTAwMQ==';
/** The one of expired-secret.yaml. */
const EXPIRED = 'whsec_bG9zdDIwMC1yb3RhdGlvbi1leHBpcmVkLWtleS0wMQ==';

interface Deployment {
  readonly id: string;
  readonly file: string;
  readonly says: string;
  /** The secrets that the receiver was given, in the variable of that name. */
  readonly knows: readonly string[];
  readonly variable?: string;
  readonly profile?: string;
  readonly caughtBy?: readonly string[];
}

function deployed(deployment: Deployment): ReceiverEntry {
  const { id, file, says, knows, variable = 'WEBHOOK_SECRET', profile, caughtBy = [] } = deployment;
  return {
    ...{ id, file, says, caughtBy, kind: caughtBy.length === 0 ? 'right' : 'broken' },
    caughtInTables: [],
    env: { [variable]: knows.join(' ') },
    options: {
      ...(profile === undefined ? {} : { profile }),
      secrets: [NEW, OLD],
      config: 'test/receivers/expired-secret.yaml',
      only: ['baseline/calm', 'duplicates/sequential', 'rotation/*'],
      gate: { seeds: 1 },
    },
  };
}

const ONE_TRANSACTION = 'examples/receivers/one-transaction.ts';

export const rotating: readonly ReceiverEntry[] = [
  deployed({
    id: 'knows-both-secrets',
    file: ONE_TRANSACTION,
    says: 'Was given the new secret beside the old one before the rotation.',
    knows: [OLD, NEW],
  }),
  deployed({
    id: 'standard-webhooks-both-secrets',
    file: 'examples/vendors/standard-webhooks.mjs',
    says: 'The same, on the library of the specification.',
    knows: [NEW, OLD],
    profile: 'standard-webhooks',
  }),
  deployed({
    id: 'stripe-both-secrets',
    file: 'examples/vendors/stripe.mjs',
    says: "The same, on Stripe's library.",
    knows: [NEW, OLD],
    variable: 'STRIPE_WEBHOOK_SECRET',
    profile: 'stripe',
  }),
];

export const brokenRotations: readonly ReceiverEntry[] = [
  deployed({
    id: 'knows-the-old-secret-only',
    file: ONE_TRANSACTION,
    says: 'The new secret was never deployed.',
    knows: [OLD],
    caughtBy: ['rotation/new-only#genuine-is-accepted'],
  }),
  deployed({
    id: 'keeps-an-expired-secret',
    file: ONE_TRANSACTION,
    says: 'The secret of the rotation before is still among those that it believes.',
    knows: [NEW, OLD, EXPIRED],
    caughtBy: ['rotation/expired#forged-has-no-effect'],
  }),
];
