/**
 * An element of a web page: its name in lower case, its attributes, and its text and elements in order. The server
 * makes it with parse5, the browser with its own parser, so that both find the same reading view in a page.
 */
export type PageElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: (PageElement | string)[];
};

/** Elements whose text is not shown as part of the page. Neither parser's tree contains them. */
export const unshownNames: ReadonlySet<string> = new Set(
  'head script style template noscript noembed noframes iframe object audio video canvas select datalist textarea'.split(
    ' ',
  ),
);

/** Elements that begin and end a line, by the stylesheet in the HTML standard (section "Rendering"). */
const blockNames = new Set(
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section summary table tbody tfoot thead tr ul xmp'.split(
    ' ',
  ),
);

/** Elements whose text keeps its spaces and lines. */
export const preformattedNames: ReadonlySet<string> = new Set(['pre', 'listing', 'xmp']);

/** True if the markup of an element hides it. Style sheets are not read. */
export function isHidden({ attributes }: PageElement): boolean {
  if (attributes.has('hidden')) return true;
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes.get('style') ?? '');
}

/**
 * Returns the text that an element shows. A block is a separate line, and the cells of a row are separated by spaces.
 * At most `maxCharacters`.
 */
export function pageText(root: PageElement, maxCharacters: number): string {
  const text: string[] = [];
  let length = 0;
  const write = (piece: string) => {
    text.push(piece);
    length += piece.length;
  };
  // Not by recursion: a page may nest its elements a hundred thousand deep.
  const rest: ({ child: PageElement | string; isPre: boolean } | string)[] = [{ child: root, isPre: false }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (length >= maxCharacters) break;
    if (typeof next === 'string') write(next);
    else if (typeof next.child === 'string') write(next.isPre ? next.child : next.child.replace(/\s+/g, ' '));
    else if (next.child.name !== 'svg' && !isHidden(next.child)) {
      const { name, children } = next.child;
      const gap = gapAround(name);
      write(gap);
      rest.push(gap);
      const isPre = preformattedNames.has(name);
      for (let index = children.length - 1; index >= 0; index -= 1) {
        const child = children[index];
        if (child !== undefined) rest.push({ child, isPre });
      }
    }
  }
  return tidy(text.join('')).slice(0, maxCharacters).toWellFormed();
}

function gapAround(name: string): string {
  if (blockNames.has(name)) return '\n';
  return name === 'td' || name === 'th' ? ' ' : '';
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

/** Returns the first element with this name in an element; null if there is none. */
export function findNamed(element: PageElement, name: string): PageElement | null {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const found = child.name === name ? child : findNamed(child, name);
    if (found) return found;
  }
  return null;
}
