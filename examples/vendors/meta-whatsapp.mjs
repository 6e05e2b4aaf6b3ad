/** Statuses of WhatsApp messages. Meta has no library for Node; its signature is GitHub's, and so is the verifier. */
import { verify } from '@octokit/webhooks-methods';
import { fact, parse, Refusal, serve } from './serve.mjs';

const SECRET = process.env.META_APP_SECRET;

/** What people are told of. */
const EFFECTS = { delivered: 'notification', read: 'notification' };

/** Of two statuses of one second the later in the life of a message stays. */
const RANKS = { sent: 1, delivered: 2, read: 3, failed: 4 };

await serve(async ({ headers, rawBody }) => {
  const signature = headers['x-hub-signature-256'];
  const isGenuine = await verify(SECRET, rawBody.toString(), signature).catch(() => false);
  if (!isGenuine) throw new Refusal(401, 'wrong signature');
  return statusesIn(parse(rawBody)).flatMap(readStatus);
});

/** Lists in lists in lists: each of them may have several items, or be missing. */
function statusesIn({ entry }) {
  return listOf(entry)
    .flatMap((one) => listOf(one?.changes))
    .flatMap((change) => listOf(change?.value?.statuses));
}

/** There is no event id: a message reaches a status once. One bad item is left out, and those beside it are not. */
function readStatus(status) {
  try {
    const { id, status: state, timestamp } = status;
    if (!Object.hasOwn(RANKS, state)) return [];
    const at = new Date(Number(timestamp) * 1000);
    return [
      fact({ key: `${id} ${state}`, objectId: id, state, at, rank: RANKS[state], effect: EFFECTS[state] }),
    ];
  } catch (error) {
    console.error(`a status was left out: ${error.message}`);
    return [];
  }
}

function listOf(value) {
  return Array.isArray(value) ? value : [];
}
