/**
 * The provider's own API, as far as receivers need it: `GET /objects/:id` is the truth at the virtual now, so that a receiver
 * which takes a webhook as a hint and asks (article 002) can be attacked too; and pages that never change: certificates. Loopback
 * only, behind an unguessable path token.
 */
import type { ProviderPage } from '../profiles/profile.ts';
import type { Truth } from '../truth.ts';
import { behindToken, jsonAnswer, startLoopbackServer, type LoopbackAnswer } from './loopback-server.ts';

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
  /** By path: `/certs/one.pem`. */
  readonly pages?: Readonly<Record<string, ProviderPage>>;
}

const BODY_LIMIT = 1024;

/** Rejects when the port is taken. */
export async function startProviderApi(options: ProviderApiOptions): Promise<ProviderApi> {
  const objects = new Map<string, () => Truth | null>();
  const server = await startLoopbackServer({
    ...(options.port === undefined ? {} : { port: options.port }),
    bodyLimit: BODY_LIMIT,
    admit: behindToken(options.token),
    answer: ({ method, url }) => {
      const page = method === 'GET' ? pageAt(options.pages, url) : undefined;
      if (page !== undefined)
        return { status: 200, headers: { 'content-type': page.contentType }, body: page.body };
      const id = /^\/objects\/([^/?]+)(?:\?|$)/.exec(url)?.[1];
      if (id === undefined || !['GET', 'HEAD'].includes(method))
        return jsonAnswer(404, { error: 'not found' });
      return truthAnswer(decoded(id), objects);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/${options.token}`,
    serve: (objectId, truth) => {
      objects.set(objectId, truth);
    },
    close: () => server.close(),
  };
}

function pageAt(pages: ProviderApiOptions['pages'] = {}, url: string): ProviderPage | undefined {
  const path = url.replace(/\?.*$/, '');
  return Object.hasOwn(pages, path) ? pages[path] : undefined;
}

function truthAnswer(id: string, objects: ReadonlyMap<string, () => Truth | null>): LoopbackAnswer {
  const truth = objects.get(id)?.() ?? null;
  if (truth === null) return jsonAnswer(404, { error: 'no such object' });
  return jsonAnswer(200, {
    id,
    status: truth.status,
    version: truth.version,
    facts: truth.facts.map(({ fact, status, version }) => ({ fact, status, version })),
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
