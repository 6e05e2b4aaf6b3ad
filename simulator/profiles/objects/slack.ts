import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const CHANNEL = 'C0LOST200';

const posted: JsonObject = {
  type: 'message',
  user: 'U061F7AUR',
  text: 'Please call {canary.name}, {canary.phone}',
  ts: '{objectId}',
};

/** The `event` of the callback; `event_ts` is its own instant. */
function event(fields: JsonObject): JsonObject {
  return {
    type: 'message',
    ...fields,
    channel: CHANNEL,
    channel_type: 'channel',
    event_ts: '{occurredAt.secondsText}.000200',
  };
}

const edited: JsonObject = {
  ...posted,
  text: 'Please call {canary.name}, {canary.phone}, today',
  edited: { user: 'U061F7AUR', ts: '{occurredAt.secondsText}.000000' },
};

/**
 * A message in a channel. Its `ts` is its id and stays with it; it lies in the past, so that no two messages get the same.
 * The bot passes on what was written, and what became of it.
 */
export const slackMessage: Lifecycle = {
  id: 'slack/message',
  title: 'A message that is posted, edited and deleted',
  objectIdShape: '16{int:8}.{int:6}',
  facts: {
    posted: {
      type: 'message',
      state: 'posted',
      effects: [{ kind: 'notification' }],
      payload: event(posted),
    },
    changed: {
      type: 'message.message_changed',
      state: 'edited',
      effects: [{ kind: 'notification' }],
      payload: event({
        subtype: 'message_changed',
        hidden: true,
        ts: '{occurredAt.secondsText}.000200',
        message: edited,
        previous_message: posted,
      }),
    },
    deleted: {
      type: 'message.message_deleted',
      state: 'deleted',
      payload: event({
        subtype: 'message_deleted',
        hidden: true,
        ts: '{occurredAt.secondsText}.000200',
        deleted_ts: '{objectId}',
        previous_message: posted,
      }),
    },
  },
  start: ['posted'],
  next: { posted: ['changed', 'deleted'], changed: ['deleted'] },
  payload: {},
};
