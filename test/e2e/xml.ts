/** Reads XML strictly enough to notice what a CI server would stumble over. */

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
  /** Every element of that name below this one. */
  all(name: string): readonly XmlNode[];
}

const TOKEN = /<\?xml[^>]*\?>|<\/([\w:-]+)\s*>|<([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([\da-f]+));/gi;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The root element. Throws for anything that is not well formed. */
export function parseXml(source: string): XmlNode {
  const document = open('', {});
  const stack = [document];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(source);
    if (token === null) throw new Error(`Not well formed at ${at}: ${source.slice(at, at + 60)}`);
    const [, closing, opening, attributes = '', empty, text] = token;
    const parent = stack.at(-1) ?? document;
    if (closing !== undefined) {
      if (stack.pop()?.name !== closing) throw new Error(`</${closing}> closes ${parent.name}`);
    } else if (opening !== undefined) {
      const node = open(opening, attributesOf(attributes));
      parent.children.push(node);
      if (empty === '') stack.push(node);
    } else if (text !== undefined) parent.text += decode(text);
  }
  const [root] = document.children;
  if (root === undefined || stack.length !== 1 || document.children.length !== 1)
    throw new Error('Expected one root element, closed at the end');
  return root;
}

interface Open extends XmlNode {
  readonly children: XmlNode[];
  text: string;
}

function open(name: string, attributes: Readonly<Record<string, string>>): Open {
  const node: Open = {
    name,
    attributes,
    children: [],
    text: '',
    all: (wanted) =>
      node.children.flatMap((child) => [...(child.name === wanted ? [child] : []), ...child.all(wanted)]),
  };
  return node;
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decode(value)]));
}

function decode(text: string): string {
  if (/&(?!(?:lt|gt|amp|quot|apos|#\d+|#x[\da-f]+);)/i.test(text)) throw new Error(`A bare & in ${text}`);
  return text.replaceAll(
    ENTITY,
    (_, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
      return String.fromCodePoint(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal));
    },
  );
}
