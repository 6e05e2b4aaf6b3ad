/** Handshakes of a plan, one after another, before anything is delivered. */
import type { Binding } from '../binding.ts';
import type { WallClock } from '../clock.ts';
import type { HistorySink } from '../history.ts';
import type { Endpoint } from '../model.ts';
import type { Plan } from '../plan.ts';
import type { Profile } from '../profiles/profile.ts';
import { fillIdShape } from '../random.ts';
import type { Transport } from '../transport/transport.ts';
import type { HandshakeBench } from './handshake.ts';
import { handshakeOf } from './index.ts';

export interface HandshakePorts {
  readonly transport: Transport;
  readonly clock: WallClock;
  readonly history: HistorySink;
  readonly signal: AbortSignal;
}

/** Each is one request, judged when its answer is there. */
export async function playHandshakes(
  { handshakes = [], timeoutMs }: Pick<Plan, 'handshakes' | 'timeoutMs'>,
  world: { readonly profile: Profile; readonly endpoint: Endpoint; readonly binding: Binding },
  { transport, clock, history, signal }: HandshakePorts,
): Promise<void> {
  for (const id of handshakes) {
    if (signal.aborted) return;
    const handshake = handshakeOf(id);
    const bench = benchFor(id, world, clock.nowMs());
    const { headers, ...parcel } = handshake.request(bench);
    const request = { ...parcel, headers: { ...headers, ...world.endpoint.headers } };
    const ignored = { sent: () => undefined, late: () => undefined };
    const reply = await transport.send(request, { timeoutMs }, ignored);
    const problem =
      reply.kind === 'none' ? `there was no answer (${reply.reason})` : handshake.problem(reply, bench);
    const judged = { actor: 'provider', kind: 'handshake', handshake: id, reply } as const;
    history.append({ ...judged, ...(problem === undefined ? {} : { problem }) });
  }
}

function benchFor(
  id: string,
  { profile, endpoint, binding }: Parameters<typeof playHandshakes>[1],
  atMs: number,
): HandshakeBench {
  const fill = (shape: string, label: string): string => fillIdShape(shape, binding.namespace, label);
  return {
    // Templates speak of an event, and there is none yet.
    url: endpoint.url.replaceAll('{objectId}', 'handshake').replaceAll('{eventType}', 'handshake'),
    scheme: profile.scheme,
    secrets: endpoint.secrets,
    strangeSecret: profile.scheme.secretOf(Buffer.from(fill('{hex:64}', 'strange-secret'), 'hex')),
    challenge: fill('{base62:32}', `handshake/${id}`),
    atMs,
    fixed: binding.fixed,
  };
}
