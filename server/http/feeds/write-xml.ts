/** An XML element. Leaves out attributes that are undefined. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string | number | undefined>>;
  children: readonly (XmlElement | string)[];
};

export function element(
  name: string,
  attributes: XmlElement['attributes'] = {},
  ...children: XmlElement['children']
): XmlElement {
  return { name, attributes, children };
}

/** Writes a whole document, in UTF-8. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${write(root)}\n`;
}

function write(node: XmlElement | string): string {
  if (typeof node === 'string') return escapeXml(node);
  const attributes = Object.entries(node.attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escapeXml(String(value))}"`,
  );
  const start = `<${node.name}${attributes.join('')}`;
  return node.children.length === 0 ? `${start}/>` : `${start}>${node.children.map(write).join('')}</${node.name}>`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser would turn these into spaces and line feeds.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/**
 * Characters not allowed in a document, not even escaped (XML 1.0, section 2.2). Halves of pairs are replaced by
 * `toWellFormed`.
 */
// oxlint-disable-next-line no-control-regex -- these must not be written
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Escapes text for XML elements and attributes. Characters that XML cannot represent become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(forbidden, '\uFFFD')
    .replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? '');
}
