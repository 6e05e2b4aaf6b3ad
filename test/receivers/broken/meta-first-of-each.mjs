/** Wrong: takes the first entry, the first change and the first status, as in all samples. The others get 200 and are gone (Q1). */
import { verify } from '@octokit/webhooks-methods';
import { parse, Refusal, serve } from '../../../examples/vendors/serve.mjs';
import { statusFact } from '../meta-statuses.mjs';

const SECRET = process.env.META_APP_SECRET;

await serve(async ({ headers, rawBody }) => {
  const isGenuine = await verify(SECRET, rawBody.toString(), headers['x-hub-signature-256']).catch(
    () => false,
  );
  if (!isGenuine) throw new Refusal(401, 'wrong signature');
  const status = parse(rawBody).entry?.[0]?.changes?.[0]?.value?.statuses?.[0];
  return status ? statusFact(status) : [];
});
