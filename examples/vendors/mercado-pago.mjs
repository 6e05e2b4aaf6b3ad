/**
 * Payments of Mercado Pago. The signature covers the id in the query and nothing of the body, and the body says no more than that
 * something happened: the truth is asked of the API.
 */
import { WebhookSignatureValidator } from 'mercadopago';
import { fact, parse, Refusal, serve } from './serve.mjs';

const SECRET = process.env.MERCADO_PAGO_SECRET;
const API = process.env.LOST200_PROVIDER_API; // stands for https://api.mercadopago.com

const EFFECTS = { approved: 'ledger', refunded: 'ledger', charged_back: 'ledger' };

await serve(async ({ headers, rawBody, url }) => {
  const dataId = new URL(url, 'http://localhost').searchParams.get('data.id');
  try {
    WebhookSignatureValidator.validate({
      xSignature: headers['x-signature'],
      xRequestId: headers['x-request-id'],
      dataId,
      secret: SECRET,
      toleranceSeconds: 300,
    });
  } catch {
    throw new Refusal(401, 'wrong signature');
  }
  const payment = await ask(dataId);
  console.log(`webhook ${parse(rawBody).id} of payment ${dataId}`);
  // Whatever had happened by now, each once: notifications that are still on their way will find it done.
  return payment.facts.map(({ status, version }) =>
    fact({
      key: `${dataId} ${status}`,
      objectId: dataId,
      state: status,
      at: new Date(0),
      rank: version,
      effect: EFFECTS[status],
    }),
  );
});

/** No answer is no reason to forget the notification, and no payment may be one that is not there yet: it comes again. */
async function ask(id) {
  const answer = await fetch(`${API}/objects/${encodeURIComponent(id)}`, {
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined);
  if (answer?.status === 404) throw new Refusal(404, 'no such payment');
  if (answer?.ok !== true) throw new Refusal(503, 'the provider does not answer');
  return answer.json();
}
