/** Facts of requests with several events. */
import { ownAttempts, reached, type AttemptRecord, type PlayRecord } from '../record.ts';

/** Facts of all requests that arrived and fit. */
export function factsOfRequests(
  record: PlayRecord,
  fits: (attempts: readonly AttemptRecord[]) => boolean,
): readonly string[] {
  const requests = new Map<string, AttemptRecord[]>();
  for (const attempt of ownAttempts(record).filter(reached))
    requests.set(attempt.id, [...(requests.get(attempt.id) ?? []), attempt]);
  const touched = [...requests.values()].filter(fits).flat();
  return [...new Set(touched.map((attempt) => attempt.fact.id))];
}
