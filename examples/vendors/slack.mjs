/** Messages in Slack's channels, by the Events API. The verifier of Bolt, without its app. */
import { isValidSlackRequest } from '@slack/bolt';
import { fact, parse, Refusal, serve } from './serve.mjs';

const SECRET = process.env.SLACK_SIGNING_SECRET;

await serve(({ headers, rawBody }) => {
  const isGenuine = isValidSlackRequest({
    signingSecret: SECRET,
    body: rawBody.toString(),
    headers: {
      'x-slack-signature': headers['x-slack-signature'],
      'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
    },
  });
  if (!isGenuine) throw new Refusal(401, 'wrong signature');
  const { type, challenge, event, event_id: eventId } = parse(rawBody);
  if (type === 'url_verification') return { challenge };
  const message = type === 'event_callback' && event?.type === 'message' ? messageIn(event) : undefined;
  if (message === undefined) return [];
  return [fact({ eventId, ...message, at: new Date(Number(event.event_ts) * 1000) })];
});

/** A message is known by its `ts`, which is elsewhere in each kind of event. Undefined for kinds that are of no interest here. */
function messageIn({ subtype, ts, message, deleted_ts: deletedTs }) {
  switch (subtype) {
    case undefined:
      return { objectId: ts, state: 'posted', rank: 1, effect: 'notification' };
    case 'message_changed':
      return { objectId: message?.ts, state: 'edited', rank: 2, effect: 'notification' };
    case 'message_deleted':
      return { objectId: deletedTs, state: 'deleted', rank: 3 };
    default:
      return undefined;
  }
}
