/** What Zoom sends of its meetings. The state is the event's name: no field holds it. */
import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const meeting: JsonObject = {
  uuid: '{objectId}+4444AAAiAAAAAiAiAiiAii==',
  id: '{objectNumber}',
  host_id: 'x1yCzABCDEfg23HiJKl4mN',
  topic: 'Weekly meeting',
  type: 2,
  start_time: '{createdAt}',
  duration: 60,
  timezone: 'America/Sao_Paulo',
};

export const zoomMeeting: Lifecycle = {
  id: 'zoom/meeting',
  title: 'A Zoom meeting that is created, changed, started, ended or deleted',
  facts: {
    created: { type: 'meeting.created', state: 'created', payload: { operator: '{canary.email}' } },
    updated: {
      type: 'meeting.updated',
      state: 'updated',
      timesMax: 2,
      payload: { operator: '{canary.email}', time_stamp: '{occurredAt.milliseconds}' },
    },
    started: { type: 'meeting.started', state: 'started', effects: [{ kind: 'notification' }] },
    ended: {
      type: 'meeting.ended',
      state: 'ended',
      effects: [{ kind: 'notification' }],
      payload: { object: { ...meeting, end_time: '{occurredAt}' } },
    },
    deleted: { type: 'meeting.deleted', state: 'deleted', payload: { operator: '{canary.email}' } },
  },
  start: ['created'],
  next: {
    created: ['started', 'updated', 'deleted'],
    updated: ['started', 'updated', 'deleted'],
    started: ['ended'],
  },
  objectIdShape: '{int:11}',
  payload: { account_id: 'AAAAAABBBBBCCCCCDDDDDE', object: meeting },
};
