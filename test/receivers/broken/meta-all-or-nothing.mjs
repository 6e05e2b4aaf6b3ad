/** Wrong: one item that cannot be read, and the whole batch is logged, answered 200 and forgotten (Q3). */
import { verify } from '@octokit/webhooks-methods';
import { parse, Refusal, serve } from '../../../examples/vendors/serve.mjs';
import { statusFact } from '../meta-statuses.mjs';

const SECRET = process.env.META_APP_SECRET;

await serve(async ({ headers, rawBody }) => {
  const isGenuine = await verify(SECRET, rawBody.toString(), headers['x-hub-signature-256']).catch(
    () => false,
  );
  if (!isGenuine) throw new Refusal(401, 'wrong signature');
  try {
    return parse(rawBody).entry.flatMap(({ changes }) =>
      changes.flatMap(({ value }) => value.statuses.flatMap(statusFact)),
    );
  } catch (error) {
    console.error(`batch left out: ${error.message}`);
    return [];
  }
});
