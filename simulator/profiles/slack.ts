import { slackUrlVerification } from '../handshakes/slack-url-verification.ts';
import type { Recorded } from '../model.ts';
import { slackScheme } from '../signing/slack.ts';
import { slackMessage } from './objects/slack.ts';
import { is2xx, jsonBody, type Dispatch, type Profile } from './profile.ts';

const TEAM = 'T0LOST200';
const APP = 'A0LOST200AB';

/** The Events API. An answer that takes longer than three seconds is not waited for: the same event comes again at once. */
export const slack: Profile = {
  id: 'slack',
  title: 'Slack Events API (X-Slack-Signature v0, X-Slack-Retry-Num)',
  grounds: {
    signature: {
      basis: 'documented',
      source: 'api.slack.com, "Verifying requests from Slack"; @slack/bolt 5.1.0',
    },
    headers: {
      basis: 'documented',
      source: 'api.slack.com/apis/events-api, "Error handling"; the user agent and Accept are from memory',
    },
    payload: { basis: 'documented', source: 'api.slack.com/apis/events-api and /events/message, shortened' },
    success: {
      basis: 'documented',
      source:
        'api.slack.com/apis/events-api: 2xx. Two redirects are followed, and X-Slack-No-Retry: 1 ends the retries: neither is played here',
    },
  },
  eventIdShape: 'Ev0{BASE36:8}',
  retryPolicy: {
    id: 'slack',
    title: 'at once, 1 m, 5 m',
    delaysMs: [0, 60_000, 300_000],
    retryAfter: 'ignored',
    basis: 'documented',
    source:
      'api.slack.com/apis/events-api: "nearly immediately", after 1 minute, after 5 minutes (as quoted by others)',
  },
  timeoutMs: 3000,
  timeoutBasis: 'documented',
  timeoutSource: 'api.slack.com/apis/events-api: within three seconds',
  scheme: slackScheme,
  lifecycles: [slackMessage],
  handshakes: [slackUrlVerification],
  headerNames: {},
  compose: ({ url, events: [event], ...dispatch }) => ({
    url,
    headers: {
      Accept: '*/*',
      'Content-Type': 'application/json',
      'User-Agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      ...retryHeaders(dispatch),
    },
    body: jsonBody({
      token: 'lost200-verification-token',
      team_id: TEAM,
      api_app_id: APP,
      event: event.data,
      type: 'event_callback',
      event_id: event.id,
      event_time: Math.floor(event.occurredAtMs / 1000),
      authorizations: [
        {
          enterprise_id: null,
          team_id: TEAM,
          user_id: 'U0LOST200',
          is_bot: true,
          is_enterprise_install: false,
        },
      ],
      is_ext_shared_channel: false,
      event_context: '4-eyJldCI6Im1lc3NhZ2UifQ',
    }),
  }),
  isSuccess: is2xx,
  disables: () => false,
};

/** From the second attempt on: which retry it is, and why. */
function retryHeaders({
  attempt,
  before,
}: Pick<Dispatch, 'attempt' | 'before'>): Readonly<Record<string, string>> {
  if (attempt === 1) return {};
  return { 'X-Slack-Retry-Num': String(attempt - 1), 'X-Slack-Retry-Reason': reasonOf(before) };
}

function reasonOf(before: Recorded | undefined): string {
  switch (before?.kind) {
    case 'timed-out':
      return 'http_timeout';
    case 'connection-failed':
      return 'connection_failed';
    case 'failed':
      return before.status >= 300 && before.status <= 399 ? 'too_many_redirects' : 'http_error';
    default:
      return 'unknown_error';
  }
}
