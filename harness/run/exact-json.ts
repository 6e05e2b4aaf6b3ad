import type { Json } from '../../simulator/json.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * JSON, unless reading and writing it would change a number.
 * @throws SyntaxError, RangeError
 */
export function exactJson(text: string): Json {
  const value = JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('"') || !/^-?\d+$/.test(token) || Number.isSafeInteger(Number(token))) continue;
    throw new RangeError(`the number ${token} is too large to be kept exactly`);
  }
  return value;
}
