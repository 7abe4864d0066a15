import { findReadingView } from '#domain/reading-view/find-reading-view.ts';
import { unshownNames, type PageElement } from '#domain/reading-view/page-tree.ts';
import { writeReadingView } from '#domain/reading-view/write-reading-view.ts';
import serif from '#app/styles/source-serif-4.woff2?url';
import { trustHtml } from '#app/ui/trusted-types.ts';
import * as words from '#messages/html-viewer.ts';
import styles from './reading-view.css?inline';

/**
 * Returns the reading view of a saved web page as a page for the frame: its content without navigation, forms, menus and
 * footers, in our own type, without scripts; null if the page has none and is shown as it is.
 */
export async function makeReadingView(html: string): Promise<string | null> {
  const { documentElement } = new DOMParser().parseFromString(trustHtml(html), 'text/html');
  const content = findReadingView(readTree(documentElement));
  if (!content) return null;
  const direction = documentElement.dir || documentElement.ownerDocument.body.dir;
  const attributes = [
    ['lang', documentElement.lang],
    ['dir', direction],
  ].flatMap(([name, value]) => (value && /^[\w-]{1,40}$/.test(value) ? [` ${name}="${value}"`] : []));
  return (
    `<!doctype html><html${attributes.join('')}><head><title>${words.readingView}</title>` +
    `<style>${await writeFontFace()}${styles}</style></head><body>${writeReadingView(content)}</body></html>`
  );
}

/** Reads the tree that the browser made of a page. */
function readTree(root: Element): PageElement {
  const page: PageElement = { name: 'html', attributes: new Map(), children: [] };
  // Not by recursion, as on the server.
  const rest: { node: Element; into: PageElement }[] = [{ node: root, into: page }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node, into } = next;
    for (const child of node.childNodes) {
      if (child instanceof Text) into.children.push(child.data);
      else if (child instanceof Element && !unshownNames.has(child.localName)) {
        const attributes = new Map([...child.attributes].map(({ name, value }) => [name, value]));
        const element: PageElement = { name: child.localName, attributes, children: [] };
        into.children.push(element);
        rest.push({ node: child, into: element });
      }
    }
  }
  return page;
}

/** Writes the font of our headings into the page, because the frame loads nothing; '' if this page does not have it. */
async function writeFontFace(): Promise<string> {
  // oxlint-disable-next-line house/literal-sentences -- the name of a font
  const family = 'Source Serif 4';
  if (![...document.fonts].some((face) => face.family.includes(family) && face.status === 'loaded')) return '';
  try {
    const bytes = new Uint8Array(await (await fetch(serif, { cache: 'force-cache' })).arrayBuffer());
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    return `@font-face{font-family:'${family}';font-weight:600;src:url(data:font/woff2;base64,${base64}) format('woff2')}`;
  } catch {
    return '';
  }
}
