/**
 * The provider's own API, as far as receivers need it: `GET /objects/:id` is the truth at the virtual now, so that a receiver
 * which takes a webhook as a hint and asks (article 002) can be attacked too. Loopback only, behind an unguessable path token.
 */
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { Truth } from '../truth.ts';

export interface ProviderApi {
  /** `http://127.0.0.1:<port>/<token>` */
  readonly url: string;
  /** Objects under their real ids; the answer is asked for at each request, `null` is a 404. */
  serve(objectId: string, truth: () => Truth | null): void;
  close(): Promise<void>;
}

export interface ProviderApiOptions {
  readonly token: string;
  /** 0 or unset: any free one. */
  readonly port?: number;
}

/** Rejects when the port is taken. */
export async function startProviderApi(options: ProviderApiOptions): Promise<ProviderApi> {
  const objects = new Map<string, () => Truth | null>();
  const server = fastify({ bodyLimit: 1024, forceCloseConnections: true });
  server.addHook('onRequest', async (request, reply) => {
    const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
    if (!['127.0.0.1', 'localhost', '[::1]'].includes(host))
      await reply.code(403).send({ error: 'host not allowed' });
  });
  server.get<{ Params: { id: string } }>(`/${options.token}/objects/:id`, async (request, reply) => {
    const truth = objects.get(request.params.id)?.() ?? null;
    if (truth === null) return reply.code(404).send({ error: 'no such object' });
    return {
      id: request.params.id,
      status: truth.status,
      version: truth.version,
      facts: truth.facts.map(({ fact, status, version }) => ({ fact, status, version })),
    };
  });
  await server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/${options.token}`,
    serve: (objectId, truth) => {
      objects.set(objectId, truth);
    },
    close: () => server.close(),
  };
}
