import { defaultTreeAdapter, parse, type DefaultTreeAdapterMap } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** Elements that a browser without style sheets puts on the same line as their neighbours. */
const inline = new Set(
  'a abbr b bdi bdo button cite code data em i img input kbd label mark output q s samp search select small span strong sub sup textarea time u var'.split(
    ' ',
  ),
);
/** Parts of words may be marked. */
const withinWords = new Set(['mark', 'b', 'em', 'i', 'strong', 'sub', 'sup']);
const unread = new Set(['head', 'script', 'style', 'svg', 'template', 'dialog']);

/** Returns the faults of a page's HTML that no style sheet can repair. */
export function findMarkupFaults(html: string): string[] {
  const document = parse(html, { scriptingEnabled: false });
  const elements = [...elementsOf(document)];
  return [
    ...findJoinedWords(document).map((text) => `words run together: ${text}`),
    ...elements.filter(isPrinted).map((element) => `for print only: ${textOf(element)}`),
    ...elements
      .filter((element) => element.tagName === 'input' && read(element, 'role') && read(element, 'type') === 'search')
      .map((element) => `a search box is a ${read(element, 'role')}`),
    ...elements
      .filter((element) => read(element, 'required') !== null && read(element, 'aria-required') !== null)
      .map((element) => `required twice: ${read(element, 'name')}`),
    ...findEarlyHeadings(elements),
    ...elements
      .filter((element) => element.tagName === 'form' && ![...elementsOf(element)].some(isSubmit))
      .map((element) => `a form without a submit button: ${read(element, 'action')}`),
  ];
}

/**
 * Finds positions where a letter, digit or bracket of one element follows that of another, on one line and without a
 * space. A space at the beginning of an element does not count, because NetSurf 3.10 leaves it out.
 */
function findJoinedWords(document: Node): string[] {
  const found: string[] = [];
  let before = '';
  let isBorder = false;
  let isBeginning = false;
  function visit(node: Node): void {
    if (defaultTreeAdapter.isTextNode(node)) {
      const text = node.value.replaceAll(/\s+/g, ' ');
      if (text === '') return;
      const isJoined = isBorder && /[\p{L}\p{N})\]]$/u.test(before) && /^[\p{L}\p{N}([/]/u.test(text);
      if (isJoined || (isBeginning && /\S$/.test(before) && /^ ./.test(text))) found.push(`${before}|${text}`);
      before = text;
      isBorder = false;
      isBeginning = false;
    } else if (defaultTreeAdapter.isElementNode(node)) {
      if (unread.has(node.tagName)) return;
      const isInline = inline.has(node.tagName);
      if (!isInline) before = '';
      if (!withinWords.has(node.tagName)) isBorder = true;
      isBeginning = isInline;
      for (const child of node.childNodes) visit(child);
      if (!isInline) before = '';
      if (!withinWords.has(node.tagName)) isBorder = true;
      isBeginning = false;
    } else if ('childNodes' in node) {
      for (const child of node.childNodes) visit(child);
    }
  }
  visit(document);
  return found;
}

function findEarlyHeadings(elements: readonly Element[]): string[] {
  const headings = elements.filter(({ tagName }) => /^h[1-6]$/.test(tagName));
  const first = headings.findIndex(({ tagName }) => tagName === 'h1');
  return headings.slice(0, first).map((heading) => `before the h1: ${heading.tagName} ${textOf(heading)}`);
}

function isSubmit(element: Element): boolean {
  const type = read(element, 'type');
  return element.tagName === 'button'
    ? type === null || type === 'submit'
    : element.tagName === 'input' && (type === 'submit' || type === 'image');
}

const isPrinted = (element: Element) =>
  (read(element, 'class') ?? '').split(' ').includes('print-only') && textOf(element).trim() !== '';

const read = (element: Element, name: string) => element.attrs.find((each) => each.name === name)?.value ?? null;

function* elementsOf(node: Node): Iterable<Element> {
  if (!('childNodes' in node)) return;
  for (const child of node.childNodes) {
    if (defaultTreeAdapter.isElementNode(child)) yield child;
    yield* elementsOf(child);
  }
}

function textOf(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
