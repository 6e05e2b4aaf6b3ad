/** Wrong: `verify` of octokit is a promise, and a promise is true. */
import { verify } from '@octokit/webhooks-methods';
import { parse, Refusal, serve } from '../../../examples/vendors/serve.mjs';
import { pullRequestFacts } from '../github-pull-requests.mjs';

const SECRET = process.env.GITHUB_WEBHOOK_SECRET;

process.on('unhandledRejection', (error) => console.error(String(error)));

await serve(({ headers, rawBody }) => {
  if (!verify(SECRET, rawBody.toString(), headers['x-hub-signature-256']))
    throw new Refusal(401, 'wrong signature');
  return pullRequestFacts(parse(rawBody), headers['x-github-delivery']);
});
