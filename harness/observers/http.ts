/** The receiver's own routes as a view of its state: what users give a test-only route for. */
import { JSONPath } from 'jsonpath-plus';
import { Agent } from 'undici';
import type { SeenEffect } from '../../simulator/history.ts';
import type { Json, JsonObject } from '../../simulator/json.ts';
import type { HttpObserverSettings } from '../config/settings.ts';
import { withDeadline } from '../deadline.ts';
import { excerpt, httpCall, type HttpAnswer } from '../http-call.ts';
import { reasonOf } from '../reason.ts';
import { fillUrlTemplate } from '../template.ts';
import { effectOf } from './effect-row.ts';
import type { Observer, Subject } from './observer.ts';
import { valuesOf, type ObserverContext } from './values.ts';

const READ_TIMEOUT_MS = 5000;
const CONNECTIONS_MAX = 8;

/** Reads take at most five seconds each; redirects are not followed. */
export function createHttpObserver(settings: HttpObserverSettings, context: ObserverContext): Observer {
  const agent = new Agent({ connections: CONNECTIONS_MAX, pipelining: 1 });
  const get = async (
    template: string,
    values: Readonly<Record<string, string>>,
    outer: AbortSignal,
  ): Promise<Read> => {
    const url = fillUrlTemplate(template, values);
    const call = { method: 'GET', url, headers: { accept: 'application/json', ...settings.headers } };
    try {
      const answer = await withDeadline(READ_TIMEOUT_MS, outer, (signal) => httpCall(call, signal, agent));
      return { url, ...answer };
    } catch (error) {
      throw new Error(`GET ${url} failed: ${reasonOf(error)}`, { cause: error });
    }
  };
  const { state, effects, values } = settings;
  return {
    name: 'http',
    ...(values && {
      readValues: async (subject: Subject, signal: AbortSignal) =>
        valuesIn(await get(values.url, valuesOf(subject, context), signal), values.path),
    }),
    ...(state && {
      readState: async (subject: Subject, signal: AbortSignal) =>
        stateIn(await get(state.url, valuesOf(subject, context), signal), state.path),
    }),
    ...(effects && {
      readEffects: async (subject: Subject, signal: AbortSignal) => {
        const read = async (eventId?: string): Promise<readonly SeenEffect[]> => {
          const answer = await get(effects.url, valuesOf(subject, context, eventId), signal);
          return effectsIn(answer, effects.path, subject, eventId);
        };
        if (!effects.url.includes('{eventId}')) return read();
        return (await Promise.all(subject.eventIds.map(read))).flat();
      },
    }),
    readsEffectsBy: effects?.url.includes('{eventId}') === true ? 'event' : 'object',
    close: () => agent.destroy(),
  };
}

interface Read extends HttpAnswer {
  readonly url: string;
}

function stateIn(read: Read, path: string): string | null {
  if (read.status === 404) return null;
  const expected = `a state (text, number or true/false) at ${path}, or 404 when there is no such object`;
  const found = findAll(path, jsonOf(read, expected));
  const [state] = found;
  const isState = typeof state === 'string' || typeof state === 'number' || typeof state === 'boolean';
  if (found.length === 1 && isState) return String(state);
  throw unexpected(read, expected, found.length > 1 ? `${found.length} values there` : undefined);
}

function valuesIn(read: Read, path: string): JsonObject | null {
  if (read.status === 404) return null;
  const expected = `an object with values by name at ${path}, or 404 when there is no such object`;
  const [found, ...others] = findAll(path, jsonOf(read, expected));
  if (others.length > 0) throw unexpected(read, expected, `${others.length + 1} values there`);
  if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found as JsonObject;
  throw unexpected(read, expected);
}

function effectsIn(
  read: Read,
  path: string,
  subject: Subject,
  eventId: string | undefined,
): readonly SeenEffect[] {
  const expected = `a list of effects { "kind", "eventId"?, "objectId"?, "key"? } at ${path} (empty when there are none)`;
  const body = jsonOf(read, expected);
  const found = findAll(path, body);
  // A path such as $.rows leads to one list, one such as $.rows[*] to its elements.
  const rows = found.length === 1 && Array.isArray(found[0]) ? (found[0] as readonly Json[]) : undefined;
  const list = rows ?? (path.endsWith('*]') ? found : undefined);
  if (list === undefined) throw unexpected(read, expected);
  return list.map((row, index) => {
    const effect = effectOf(row, subject, eventId);
    if ('fault' in effect) throw unexpected(read, expected, `element ${index} ${effect.fault}`);
    return effect;
  });
}

function jsonOf(read: Read, expected: string): Json {
  if (read.status < 200 || read.status > 299) throw unexpected(read, expected);
  try {
    return JSON.parse(read.text) as Json;
  } catch {
    throw unexpected(read, expected, 'it is no JSON');
  }
}

function findAll(path: string, json: Json): readonly unknown[] {
  if (path === '$') return [json];
  if (typeof json !== 'object' || json === null) return [];
  try {
    return JSONPath({ path, json, eval: false, wrap: true });
  } catch (error) {
    throw new Error(
      `The JSONPath ${path} cannot be followed: ${reasonOf(error)} (scripts and filters are switched off)`,
      { cause: error },
    );
  }
}

function unexpected(read: Read, expected: string, detail?: string): Error {
  const got = `${read.status} ${excerpt(read.text)}${detail === undefined ? '' : ` (${detail})`}`;
  return new Error(`Expected ${expected} of GET ${read.url}, got ${got}`);
}
