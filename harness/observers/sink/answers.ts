/** What the sink answers: what the user's routes say, else 200 with an id that is the same for the same idempotency key. */
import type { LoopbackAnswer } from '../../../simulator/api/loopback-server.ts';
import { jsonAnswer } from '../../../simulator/api/loopback-server.ts';
import type { SinkRoute } from '../../config/settings.ts';

const KEYS_MAX = 100_000;

export interface Answers {
  /** `url`: with the host in front, for a call through the proxy. */
  statusOf(method: string, url: string): number;
  answer(method: string, url: string, key: string | undefined): LoopbackAnswer;
}

export function createAnswers(routes: readonly SinkRoute[]): Answers {
  const ids = new Map<string, string>();
  let number = 0;
  const idFor = (key: string | undefined): string => {
    const known = key === undefined ? undefined : ids.get(key);
    if (known !== undefined) return known;
    number += 1;
    const id = `sink_${number}`;
    if (key !== undefined && ids.size < KEYS_MAX) ids.set(key, id);
    return id;
  };
  const routeOf = (method: string, url: string): SinkRoute | undefined =>
    routes.find(
      (route) => (route.method === undefined || route.method === method) && matches(route.path, url),
    );
  return {
    statusOf: (method, url) => routeOf(method, url)?.status ?? 200,
    answer: (method, url, key) => {
      const route = routeOf(method, url);
      const id = idFor(key);
      if (route?.body === undefined) return withRoute(jsonAnswer(200, { id, status: 'ok' }), route);
      const isText = typeof route.body === 'string';
      const text = typeof route.body === 'string' ? route.body : JSON.stringify(route.body);
      const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
      const body = text.replaceAll('{sinkId}', id);
      return withRoute({ status: 200, headers: { 'content-type': type }, body }, route);
    },
  };
}

function withRoute(answer: LoopbackAnswer, route: SinkRoute | undefined): LoopbackAnswer {
  if (route === undefined) return answer;
  const own = Object.entries(route.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...answer, status: route.status, headers: { ...answer.headers, ...Object.fromEntries(own) } };
}

/** `*` is anything within a segment of the path, `**` anything. The query does not count. */
export function matches(glob: string, url: string): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const source = glob
    .split(/(\*\*|\*)/)
    .map((part) => {
      if (part === '**') return '.*';
      return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
    })
    .join('');
  return new RegExp(`^${source}$`).test(path);
}
