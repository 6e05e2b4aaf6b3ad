/** What Linear sends of its issues: the whole issue each time. */
import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const TEAM_ID = '3cb4ba3d-3bd4-4d9d-9d4b-0f2f6ad1f2a4';

function inState(id: string, name: string): JsonObject {
  return { stateId: id, state: { id, name, type: '{status}', color: '#5e6ad2' } };
}

/** Types are what the headers say (`Issue`) and the body's action after a dot. */
export const linearIssue: Lifecycle = {
  id: 'linear/issue',
  title: 'A Linear issue that is created, started, completed, canceled or removed',
  facts: {
    created: {
      type: 'Issue.create',
      state: 'unstarted',
      payload: inState('0d5f7d7c-8a9c-4f3b-8f21-6b6f3b8f4a01', 'Todo'),
    },
    started: {
      type: 'Issue.update',
      state: 'started',
      payload: {
        ...inState('5a6f1d52-1c1b-4b8e-9e77-0a1b7c2d3e02', 'In Progress'),
        startedAt: '{occurredAt}',
      },
    },
    completed: {
      type: 'Issue.update',
      state: 'completed',
      effects: [{ kind: 'notification' }],
      payload: { ...inState('9b2c4e6a-7d8f-4a1b-8c3d-5e6f7a8b9c03', 'Done'), completedAt: '{occurredAt}' },
    },
    canceled: {
      type: 'Issue.update',
      state: 'canceled',
      effects: [{ kind: 'notification' }],
      payload: { ...inState('1f2e3d4c-5b6a-4978-8695-a4b3c2d1e004', 'Canceled'), canceledAt: '{occurredAt}' },
    },
  },
  start: ['created'],
  next: { created: ['started', 'completed', 'canceled'], started: ['completed', 'canceled'] },
  objectIdShape: '{uuid}',
  payload: {
    id: '{objectId}',
    createdAt: '{createdAt}',
    updatedAt: '{occurredAt}',
    number: 142,
    title: 'Webhooks arrive twice',
    priority: 2,
    sortOrder: 6.32,
    teamId: TEAM_ID,
    team: { id: TEAM_ID, key: 'ENG', name: 'Engineering' },
    assigneeId: 'b5ea5f1f-8adc-4f52-b4bd-ab4e84cf51ba',
    assignee: {
      id: 'b5ea5f1f-8adc-4f52-b4bd-ab4e84cf51ba',
      name: '{canary.name}',
      email: '{canary.email}',
    },
    labelIds: [],
    url: 'https://linear.app/lost200/issue/ENG-142',
  },
};
