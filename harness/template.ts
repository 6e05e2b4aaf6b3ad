/**
 * Templates that users write: `{objectId}`, `{fixed.customer}`. A name is a letter followed by letters, digits, `_`, `-` or `.`;
 * all other braces (JSON, shell) are left alone, and `{{name}}` stands for the text `{name}`.
 */
import { didYouMean } from './suggest.ts';

/** Values by placeholder name, flat: `{ objectId: '…', 'fixed.customer': '…' }`. */
export type TemplateValues = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{\{([A-Za-z][\w.-]*)\}\}|\{([A-Za-z][\w.-]*)\}/g;

/** A placeholder that nobody knows; the message names it and the nearest known one. */
export class UnknownPlaceholderError extends Error {
  readonly placeholder: string;

  constructor(placeholder: string, known: readonly string[]) {
    super(`Unknown placeholder {${placeholder}}. ${didYouMean(placeholder, known)}`);
    this.name = 'UnknownPlaceholderError';
    this.placeholder = placeholder;
  }
}

/** The names of the placeholders of a text, in order, each once. */
export function placeholdersOf(text: string): readonly string[] {
  const names = [...text.matchAll(PLACEHOLDER)].flatMap((match) => match[2] ?? []);
  return [...new Set(names)];
}

/**
 * Fills every placeholder; `encode` makes a value fit for its surroundings (URL, JSON).
 * @throws UnknownPlaceholderError
 */
export function fillTemplate(
  text: string,
  values: TemplateValues,
  encode: (value: string) => string = asIs,
): string {
  return text.replace(PLACEHOLDER, (_, literal: string | undefined, name: string | undefined) => {
    if (name === undefined) return `{${literal ?? ''}}`;
    return encode(valueOf(name, values));
  });
}

/**
 * The same for a URL: values are percent-encoded, so that an id with a slash stays one path segment.
 * @throws UnknownPlaceholderError
 */
export function fillUrlTemplate(url: string, values: TemplateValues): string {
  return fillTemplate(url, values, encodeURIComponent);
}

/**
 * The same for a request body: in one that looks like JSON, values are escaped for the inside of a JSON string.
 * @throws UnknownPlaceholderError
 */
export function fillBodyTemplate(body: string, values: TemplateValues): string {
  return fillTemplate(body, values, looksLikeJson(body) ? insideJsonString : asIs);
}

/** Whether a text begins as a JSON object or list does. */
export function looksLikeJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

export interface BoundQuery {
  /** With `$1`, `$2`, … where placeholders were. */
  readonly text: string;
  readonly parameters: readonly string[];
}

const SQL_PART = /--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|'(?:[^']|'')*'|\{([A-Za-z][\w.-]*)\}/g;

/**
 * An SQL query whose placeholders became bind parameters, one for each place (so that one value may be compared with columns
 * of two types). `'{objectId}'` loses its quotes; comments, quoted names and other literals are left alone.
 * @throws UnknownPlaceholderError, or a RangeError for a placeholder inside a longer literal, where nothing can be bound
 */
export function toBindParameters(query: string, values: TemplateValues): BoundQuery {
  const parameters: string[] = [];
  const bind = (name: string): string => `$${parameters.push(valueOf(name, values))}`;
  const text = query.replace(SQL_PART, (part: string, name: string | undefined) => {
    if (name !== undefined) return bind(name);
    if (!part.startsWith("'")) return part;
    const inside = placeholdersOf(part).find((candidate) => Object.hasOwn(values, candidate));
    if (inside === undefined) return part;
    if (part === `'{${inside}}'`) return bind(inside);
    throw new RangeError(
      `The placeholder {${inside}} stands inside the literal ${part}, where no parameter can be bound. Write it outside of quotes: '…' || {${inside}}`,
    );
  });
  return { text, parameters };
}

function valueOf(name: string, values: TemplateValues): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) throw new UnknownPlaceholderError(name, Object.keys(values));
  return value;
}

function asIs(value: string): string {
  return value;
}

function insideJsonString(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
