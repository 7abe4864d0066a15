import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { unshownNames, type PageElement } from './page-tree.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** Parses a page where there is no browser, with the same result as one. */
export function parsePage(html: string): PageElement {
  const page: PageElement = { name: 'html', attributes: new Map(), children: [] };
  // Not by recursion: a page may nest its elements a hundred thousand deep.
  const root = parse(html).childNodes.find(({ nodeName }) => nodeName === 'html');
  const rest: { node: Node; into: PageElement }[] = root ? [{ node: root, into: page }] : [];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node, into } = next;
    if (!('childNodes' in node)) continue;
    for (const child of node.childNodes) {
      if ('value' in child) into.children.push(child.value);
      else if ('tagName' in child && !unshownNames.has(child.tagName)) {
        const attributes = new Map(child.attrs.map(({ name, value }) => [name, value]));
        const element: PageElement = { name: child.tagName, attributes, children: [] };
        into.children.push(element);
        rest.push({ node: child, into: element });
      }
    }
  }
  return page;
}
