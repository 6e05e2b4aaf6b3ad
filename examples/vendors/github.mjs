/** Pull requests of GitHub. */
import { Webhooks } from '@octokit/webhooks';
import { fact, parse, Refusal, serve } from './serve.mjs';

const webhooks = new Webhooks({ secret: process.env.GITHUB_WEBHOOK_SECRET });

/** Times have whole seconds: of two events of one second the later in the life of a pull request stays. */
const RANKS = { opened: 1, closed: 2, reopened: 3, merged: 4 };

await serve(async ({ headers, rawBody }) => {
  const signature = headers['x-hub-signature-256'];
  // It throws where a header is missing or no hexadecimal, and it is a promise: without `await` everybody is believed.
  const isGenuine = await webhooks.verify(rawBody.toString(), signature).catch(() => false);
  if (!isGenuine) throw new Refusal(401, 'wrong signature');
  return readPullRequest(parse(rawBody), headers['x-github-delivery']);
});

/**
 * The signature covers the body and no header: neither X-GitHub-Event nor X-GitHub-Delivery is worth anything. What it is about, and
 * whether it is known, is read from the body. (Reviews have a pull request, too, but no number beside it.)
 */
function readPullRequest({ action, number, pull_request: pull }, eventId) {
  if (pull === undefined || number === undefined) return [];
  const step = action === 'closed' && pull?.merged === true ? 'merged' : action;
  if (!Object.hasOwn(RANKS, step)) return [];
  const objectId = Number.isSafeInteger(pull?.id) ? String(pull.id) : undefined;
  return [
    fact({
      eventId,
      key: `${objectId} ${step} ${pull?.updated_at}`,
      objectId,
      state: step === 'merged' ? 'merged' : pull?.state,
      at: new Date(pull?.updated_at),
      rank: RANKS[step],
      ...((step === 'opened' || step === 'merged') && { effect: 'notification' }),
    }),
  ];
}
