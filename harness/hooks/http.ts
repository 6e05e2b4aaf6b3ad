import type { Json } from '../../simulator/json.ts';
import type { Hook } from '../config/settings.ts';
import { withDeadline } from '../deadline.ts';
import { excerpt, httpCall } from '../http-call.ts';
import { fillBodyTemplate, fillTemplate, fillUrlTemplate, type TemplateValues } from '../template.ts';
import { explainFailure, HOOK_TIMEOUT_MS, hookFailure } from './failure.ts';

/** One request; anything but 2xx is a failure. Resolves with the answer's JSON, or `null` when it is none. */
export async function runHttpHook(
  hook: Extract<Hook, { kind: 'http' }>,
  values: TemplateValues,
  outer: AbortSignal | undefined,
): Promise<Json | null> {
  let what = `The hook ${hook.method} ${hook.url}`;
  try {
    const url = fillUrlTemplate(hook.url, values);
    what = `The hook ${hook.method} ${url}`;
    const headers = Object.entries(hook.headers).map(
      ([name, value]) => [name, fillKnown(value, values)] as const,
    );
    const call = {
      method: hook.method,
      url,
      headers: Object.fromEntries(headers),
      ...(hook.body !== undefined && { body: fillBodyTemplate(hook.body, values) }),
    };
    const { status, text } = await withDeadline(HOOK_TIMEOUT_MS, outer, (signal) => httpCall(call, signal));
    if (status >= 200 && status < 300) return jsonOrNull(text);
    const remedy =
      "Make it answer 2xx, also when it is called twice; see the receiver's log for why it did not.";
    throw hookFailure(what, `answered ${status}: ${excerpt(text, 500)}`, remedy);
  } catch (error) {
    throw explainFailure(
      what,
      error,
      'Check the URL, and that the receiver serves it before any webhook comes.',
      outer,
    );
  }
}

/** Headers hold values from the environment, in which braces may mean anything: only what is known is filled. */
function fillKnown(text: string, values: TemplateValues): string {
  return text.replace(/\{([A-Za-z][\w.-]*)\}/g, (placeholder, name: string) => {
    return Object.hasOwn(values, name) ? fillTemplate(placeholder, values) : placeholder;
  });
}

function jsonOrNull(text: string): Json | null {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
