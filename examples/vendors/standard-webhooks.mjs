/** Standard Webhooks, with the library of the specification: https://www.standardwebhooks.com */
import { Webhook } from 'standardwebhooks';
import { fact, parse, Refusal, serve } from './serve.mjs';

/** While a secret is rotated there are two: WEBHOOK_SECRET="whsec_new whsec_old". */
const verifiers = process.env.WEBHOOK_SECRET.split(' ').map((secret) => new Webhook(secret));

const EFFECTS = { paid: 'ledger', refunded: 'ledger', chargeback: 'ledger' };

await serve(({ headers, rawBody }) => {
  if (!verifiers.some((verifier) => isGenuine(verifier, rawBody, headers)))
    throw new Refusal(401, 'wrong signature');
  const { id, type, createdAt, data } = parse(rawBody);
  const [topic, state] = String(type).split('.');
  if (topic !== 'payment') return [];
  return [
    fact({
      eventId: id,
      objectId: data?.id,
      state,
      at: new Date(createdAt),
      rank: data?.version,
      effect: EFFECTS[state],
    }),
  ];
});

/** On the bytes: what was parsed and written again has another signature. */
function isGenuine(verifier, rawBody, headers) {
  try {
    verifier.verify(rawBody, headers, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
