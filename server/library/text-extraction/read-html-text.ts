import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements whose text is not shown as part of the page. */
const unshown = new Set(
  'head script style template noscript noembed noframes iframe object svg audio video canvas select datalist textarea'.split(
    ' ',
  ),
);

/** Elements that begin and end a line, by the stylesheet in the HTML standard (section "Rendering"). */
const blocks = new Set(
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section summary table tbody tfoot thead tr ul xmp'.split(
    ' ',
  ),
);

/**
 * Returns the text that a page shows, without scripts, styles and hidden elements. A block is a separate line, and the
 * cells of a row are separated by spaces. At most `maxCharacters`.
 */
export function readHtmlText(html: string, maxCharacters: number): string {
  const text: string[] = [];
  let length = 0;
  const write = (piece: string) => {
    text.push(piece);
    length += piece.length;
  };
  // Not by recursion: a page may nest its elements a hundred thousand deep.
  const rest: (Node | string)[] = [parse(html)];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (length >= maxCharacters) break;
    if (typeof next === 'string') write(next);
    else if (next.nodeName === '#text' && 'value' in next) write(foldSpaces(next.value, isPreformatted(next)));
    else if (!isElement(next)) pushChildren(rest, next);
    else if (!isHidden(next)) {
      const gap = gapAround(next.tagName);
      write(gap);
      rest.push(gap);
      pushChildren(rest, next);
    }
  }
  return tidy(text.join('')).slice(0, maxCharacters).toWellFormed();
}

function pushChildren(rest: (Node | string)[], node: Node): void {
  if (!('childNodes' in node)) return;
  for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
    const child = node.childNodes[index];
    if (child) rest.push(child);
  }
}

function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

function isHidden({ tagName, attrs }: Element): boolean {
  if (unshown.has(tagName)) return true;
  return attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'style' && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(value)),
  );
}

function gapAround(tagName: string): string {
  if (blocks.has(tagName)) return '\n';
  return tagName === 'td' || tagName === 'th' ? ' ' : '';
}

function isPreformatted(node: DefaultTreeAdapterTypes.TextNode): boolean {
  const { parentNode } = node;
  return parentNode !== null && 'tagName' in parentNode && ['pre', 'listing', 'xmp'].includes(parentNode.tagName);
}

function foldSpaces(text: string, isPre: boolean): string {
  return isPre ? text : text.replace(/\s+/g, ' ');
}

/** Removes spaces at the ends of lines, double spaces, empty lines and soft hyphens. */
function tidy(text: string): string {
  return text
    .replace(/\u00ad/g, '')
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
