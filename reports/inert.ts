/** Strings from receivers and providers are hostile until shown otherwise: here they become harmless, and short. */

/** Control and format characters (bidi overrides among them), line separators, half surrogates, noncharacters. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;
const HARMFUL_IN_BLOCK = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** How much of a foreign value is shown where the reader has only a line or two. */
export const VALUE_CHARACTERS_MAX = 300;

/** One line: every harmful character is written out (`\n`, `\u{202e}`), and what is too long ends in its full length. */
export function inertLine(text: string, charactersMax: number = VALUE_CHARACTERS_MAX): string {
  return shorten(text, charactersMax).replace(HARMFUL, spellOut);
}

/** Several lines of our own making, in which foreign text may still hide: line breaks stay, all else is written out. */
export function inertBlock(text: string): string {
  return text.replace(HARMFUL_IN_BLOCK, spellOut);
}

/** The same JSON document, in which no character can reorder or break the line that it is shown on. */
export function inertJson(json: string): string {
  return json.replace(HARMFUL_IN_BLOCK, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

function spellOut(character: string): string {
  return NAMED[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Cuts at a whole character. Bounded work: no more of the text is touched than is kept. */
function shorten(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const kept = text.slice(0, charactersMax);
  const whole = /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept;
  return `${whole}… (${String(text.length)} characters)`;
}
