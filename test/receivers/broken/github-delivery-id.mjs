/** Wrong: knows an event by X-GitHub-Delivery, which nobody signs. Whoever saw a request can send it again under another id. */
import { verify } from '@octokit/webhooks-methods';
import { parse, Refusal, serve } from '../../../examples/vendors/serve.mjs';
import { pullRequestFacts } from '../github-pull-requests.mjs';

const SECRET = process.env.GITHUB_WEBHOOK_SECRET;

await serve(async ({ headers, rawBody }) => {
  const isGenuine = await verify(SECRET, rawBody.toString(), headers['x-hub-signature-256']).catch(
    () => false,
  );
  if (!isGenuine) throw new Refusal(401, 'wrong signature');
  return pullRequestFacts(parse(rawBody), headers['x-github-delivery']);
});
