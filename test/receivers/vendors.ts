/** Receivers on the providers' own libraries: the examples, which know nothing of us, and their broken twins. */
import { small, type ReceiverEntry } from './entry.ts';

const SECRET = 'whsec_bG9zdDIwMC1sb2NhbC10ZXN0aW5nLWtleS0wMDAx';

/** By profile: the variable in which its receivers look for the secret. */
const SECRET_NAMES = {
  'standard-webhooks': 'WEBHOOK_SECRET',
  stripe: 'STRIPE_WEBHOOK_SECRET',
  github: 'GITHUB_WEBHOOK_SECRET',
  slack: 'SLACK_SIGNING_SECRET',
  shopify: 'SHOPIFY_API_SECRET',
  'shopify-events': 'SHOPIFY_API_SECRET',
  'meta-whatsapp': 'META_APP_SECRET',
  'mercado-pago': 'MERCADO_PAGO_SECRET',
} as const;

type VendorProfile = keyof typeof SECRET_NAMES;

function attackedAs(profile: VendorProfile, entry: ReceiverEntry): ReceiverEntry {
  return {
    ...entry,
    env: { [SECRET_NAMES[profile]]: SECRET },
    options: { ...entry.options, profile, secrets: [SECRET] },
  };
}

function example(
  profile: VendorProfile,
  says: string,
  file: string = profile,
  id: string = `${profile}-library`,
): ReceiverEntry {
  const entry = { id, file: `examples/vendors/${file}.mjs`, kind: 'right', says, caughtBy: [] } as const;
  return attackedAs(profile, entry);
}

export const vendors: readonly ReceiverEntry[] = [
  example('standard-webhooks', 'The library of the specification.'),
  example('stripe', 'constructEvent on the bytes; one effect for two events of one change.'),
  example('github', 'Octokit verifies, and the body alone says what it is about.'),
  example('slack', 'The verifier of Bolt, without its app.'),
  example('shopify', 'The API library validates, and the body alone says what it is about.'),
  example('shopify-events', 'The same, by the newer headers.', 'shopify'),
  example('meta-whatsapp', 'Each item of a nested batch by itself; a bad one is left out.'),
  example('mercado-pago', 'Asks the API what is true, and makes up for all of it.'),
];

function twin(
  profile: VendorProfile,
  id: string,
  says: string,
  caughtBy: readonly string[],
  options: ReceiverEntry['options'] = {},
): ReceiverEntry {
  const file = `test/receivers/broken/${id}.mjs`;
  const entry = { id, file, kind: 'broken', says, caughtBy } as const;
  return attackedAs(profile, small(entry, ['duplicates/sequential'], options));
}

export const brokenVendors: readonly ReceiverEntry[] = [
  twin('stripe', 'stripe-parsed-first', 'Verifies a body that was parsed and written again (P1).', [
    'odd/escaped-unicode#genuine-is-accepted',
    'odd/number-notations#genuine-is-accepted',
  ]),
  twin('stripe', 'stripe-not-awaited', 'Does not await constructEventAsync.', [
    'forged/no-signature#forged-has-no-effect',
    'forged/wrong-secret#forged-has-no-effect',
  ]),
  twin('stripe', 'stripe-first-signature', 'Looks at the first v1 only.', [
    'rotation/strange-first#genuine-is-accepted',
  ]),
  twin('github', 'github-not-awaited', 'Does not await the verify of octokit.', [
    'forged/wrong-secret#forged-has-no-effect',
  ]),
  twin('github', 'github-delivery-id', 'Knows an event by a header that nobody signs.', [
    'forged/replayed-unsigned-id#forged-has-no-effect',
  ]),
  twin(
    'shopify',
    'shopify-trusts-topic',
    'Believes the topic, which nobody signs.',
    ['forged/swapped-topic#forged-has-no-effect'],
    // Only where the captured request is not the last that owes something.
    { sometimes: true },
  ),
  twin('meta-whatsapp', 'meta-first-of-each', 'Takes the first item of each list (Q1).', [
    'batches/several-objects#no-loss',
  ]),
  twin('meta-whatsapp', 'meta-all-or-nothing', 'Drops the whole batch for one bad item (Q3).', [
    'batches/bad-item-first#no-loss',
    'batches/bad-item-last#no-loss',
  ]),
];
