/** The one library for both families of Shopify's headers. */
import { vendorLibrary } from './vendor.ts';
import type { Received } from './verifier.ts';

interface Library {
  readonly shopifyApi: (config: Readonly<Record<string, unknown>>) => {
    readonly webhooks: {
      validate(request: {
        readonly rawBody: string;
        readonly rawRequest: {
          readonly method: string;
          readonly url: string;
          readonly headers: Received['headers'];
        };
        readonly rawResponse: unknown;
      }): Promise<{ readonly valid: boolean; readonly webhookType?: string; readonly reason?: string }>;
    };
  };
}

/** `webhooks` or `events`, the family that the library found; `undefined` when it refuses. */
export async function validatedAs(
  { method, url, headers, body }: Received,
  apiSecretKey: string,
): Promise<string | undefined> {
  vendorLibrary('@shopify/shopify-api/adapters/node');
  const { shopifyApi } = vendorLibrary('@shopify/shopify-api') as Library;
  const { webhooks } = shopifyApi({
    apiKey: 'key',
    apiSecretKey,
    apiVersion: '2026-07',
    hostName: 'receiver.example',
    isEmbeddedApp: false,
    isTesting: true,
    logger: { level: 0, log: () => undefined },
  });
  const rawRequest = { method, url, headers };
  const result = await webhooks.validate({ rawBody: body.toString(), rawRequest, rawResponse: {} });
  return result.valid ? result.webhookType : undefined;
}
