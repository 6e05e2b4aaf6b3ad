import { githubScheme } from '../signing/github.ts';
import { githubCheckRun, githubPullRequest } from './objects/github.ts';
import { inWholeSeconds } from './objects/instants.ts';
import { is2xx, type Profile } from './profile.ts';

/** A webhook of a repository. The body is the event itself, without an envelope; what it is about is in headers that nobody signs. */
export const github: Profile = {
  id: 'github',
  title: 'GitHub (X-Hub-Signature-256, X-GitHub-Event; no retries)',
  grounds: {
    signature: {
      basis: 'documented',
      source:
        'docs.github.com, "Validating webhook deliveries"; the SHA-1 header is kept for older receivers',
    },
    headers: {
      basis: 'documented',
      source: 'docs.github.com, "Webhook events and payloads", delivery headers',
    },
    payload: { basis: 'documented', source: 'docs.github.com, "Webhook events and payloads"; shortened' },
    success: { basis: 'documented', source: 'docs.github.com, "Best practices for using webhooks": 2xx' },
  },
  eventIdShape: '{uuid}',
  retryPolicy: {
    id: 'github',
    title: 'none',
    delaysMs: [],
    basis: 'documented',
    source: 'docs.github.com, "Handling failed webhook deliveries": not redelivered by itself',
  },
  timeoutMs: 10_000,
  timeoutBasis: 'documented',
  timeoutSource: 'docs.github.com, "Best practices for using webhooks": 2xx within 10 seconds',
  scheme: githubScheme,
  lifecycles: [githubPullRequest, githubCheckRun],
  headerNames: { id: 'X-GitHub-Delivery', topic: 'X-GitHub-Event' },
  compose: ({ url, events: [event] }) => ({
    url,
    headers: {
      Accept: '*/*',
      'Content-Type': 'application/json',
      'User-Agent': 'GitHub-Hookshot/044aadd',
      'X-GitHub-Delivery': event.id,
      'X-GitHub-Event': event.type.replace(/\..*/, ''),
      'X-GitHub-Hook-ID': '292430182',
      'X-GitHub-Hook-Installation-Target-ID': '79929171',
      'X-GitHub-Hook-Installation-Target-Type': 'repository',
    },
    body: Buffer.from(inWholeSeconds(JSON.stringify(event.data))),
  }),
  isSuccess: is2xx,
  disables: () => false,
};
