/** XML 1.0, as little of it as a report needs. Whatever goes in, well-formed text comes out. */
import { inertBlock, inertLine } from './inert.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Elements, or text. */
  readonly content: readonly XmlElement[] | string;
}

const ATTRIBUTE_CHARACTERS_MAX = 1000;

export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly XmlElement[] | string = [],
): XmlElement {
  return { name, attributes, content };
}

/** The whole document, with its declaration. */
export function serializeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;
}

function write(node: XmlElement, indent: string): string {
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(inertLine(String(value), ATTRIBUTE_CHARACTERS_MAX))}"`)
    .join('');
  const open = `${indent}<${node.name}${attributes}`;
  if (node.content.length === 0) return `${open}/>\n`;
  if (typeof node.content === 'string')
    return `${open}>${escapeXml(inertBlock(node.content))}</${node.name}>\n`;
  return `${open}>\n${node.content.map((child) => write(child, `${indent}  `)).join('')}${indent}</${node.name}>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** `>` too: `]]>` may not stand in text. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
