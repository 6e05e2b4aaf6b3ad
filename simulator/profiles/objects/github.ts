import type { JsonObject } from '../../json.ts';
import type { Lifecycle } from '../../lifecycles/lifecycle.ts';

const owner: JsonObject = {
  login: 'octo-org',
  id: 6811672,
  node_id: 'MDEyOk9yZ2FuaXphdGlvbjY4MTE2NzI=',
  type: 'Organization',
  site_admin: false,
  url: 'https://api.github.com/users/octo-org',
  html_url: 'https://github.com/octo-org',
};

const sender: JsonObject = {
  login: 'octocat',
  id: 583231,
  node_id: 'MDQ6VXNlcjU4MzIzMQ==',
  type: 'User',
  site_admin: false,
  url: 'https://api.github.com/users/octocat',
  html_url: 'https://github.com/octocat',
};

const repository: JsonObject = {
  id: 79929171,
  node_id: 'MDEwOlJlcG9zaXRvcnk3OTkyOTE3MQ==',
  name: 'hello-world',
  full_name: 'octo-org/hello-world',
  private: true,
  owner,
  html_url: 'https://github.com/octo-org/hello-world',
  url: 'https://api.github.com/repos/octo-org/hello-world',
  default_branch: 'main',
};

/** The event's whole body. The number of a pull request is its id here: it has to be another for each, too. */
function pullRequest(action: string, state: JsonObject): JsonObject {
  return {
    action,
    number: '{objectNumber}',
    pull_request: {
      url: 'https://api.github.com/repos/octo-org/hello-world/pulls/{objectId}',
      id: '{objectNumber}',
      node_id: 'PR_kwDO{objectId}',
      html_url: 'https://github.com/octo-org/hello-world/pull/{objectId}',
      number: '{objectNumber}',
      state: 'open',
      locked: false,
      title: 'Say hello',
      user: sender,
      body: 'A greeting.\n\nCo-authored-by: {canary.name} <{canary.email}>',
      created_at: '{createdAt}',
      updated_at: '{occurredAt}',
      closed_at: null,
      merged_at: null,
      merge_commit_sha: null,
      draft: false,
      merged: false,
      mergeable: null,
      comments: 0,
      commits: 1,
      additions: 3,
      deletions: 1,
      changed_files: 1,
      head: { label: 'octo-org:hello', ref: 'hello', sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821' },
      base: { label: 'octo-org:main', ref: 'main', sha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e' },
      ...state,
    },
    repository,
    organization: owner,
    sender,
  };
}

const merged: JsonObject = {
  state: 'closed',
  closed_at: '{occurredAt}',
  merged_at: '{occurredAt}',
  merge_commit_sha: '9c48853fa3dc5c1c3d6f1f1cd1f2743e72652840',
  merged: true,
};

/** A pull request. GitHub announces a merge as `closed`, and shows no version. */
export const githubPullRequest: Lifecycle = {
  id: 'github/pull-request',
  title: 'A pull request that is opened, closed, reopened or merged',
  objectIdShape: '{int:10}',
  facts: {
    opened: {
      type: 'pull_request.opened',
      state: 'open',
      effects: [{ kind: 'notification' }],
      payload: pullRequest('opened', {}),
    },
    closed: {
      type: 'pull_request.closed',
      state: 'closed',
      payload: pullRequest('closed', { state: 'closed', closed_at: '{occurredAt}' }),
    },
    reopened: {
      type: 'pull_request.reopened',
      state: 'open',
      payload: pullRequest('reopened', {}),
    },
    merged: {
      type: 'pull_request.closed',
      state: 'merged',
      effects: [{ kind: 'notification' }],
      payload: pullRequest('closed', merged),
    },
  },
  start: ['opened'],
  next: { opened: ['merged', 'closed'], closed: ['reopened'], reopened: ['merged'] },
  payload: {},
};

function checkRun(action: string, state: JsonObject): JsonObject {
  return {
    action,
    check_run: {
      id: '{objectNumber}',
      node_id: 'CR_kwDO{objectId}',
      name: 'build',
      head_sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821',
      external_id: '',
      url: 'https://api.github.com/repos/octo-org/hello-world/check-runs/{objectId}',
      html_url: 'https://github.com/octo-org/hello-world/runs/{objectId}',
      status: 'in_progress',
      conclusion: null,
      started_at: '{createdAt}',
      completed_at: null,
      pull_requests: [],
      ...state,
    },
    repository,
    organization: owner,
    sender,
  };
}

const done: JsonObject = { status: 'completed', conclusion: 'success', completed_at: '{occurredAt}' };

/** A check run. */
export const githubCheckRun: Lifecycle = {
  id: 'github/check-run',
  title: 'A check run that is created, completed and asked for again',
  objectIdShape: '{int:11}',
  facts: {
    created: {
      type: 'check_run.created',
      state: 'in_progress',
      effects: [{ kind: 'notification' }],
      payload: checkRun('created', {}),
    },
    completed: {
      type: 'check_run.completed',
      state: 'completed',
      effects: [{ kind: 'notification' }],
      payload: checkRun('completed', done),
    },
    rerequested: {
      type: 'check_run.rerequested',
      state: 'rerequested',
      payload: checkRun('rerequested', done),
    },
  },
  start: ['created'],
  next: { created: ['completed', 'rerequested'], completed: ['rerequested'] },
  payload: {},
};
