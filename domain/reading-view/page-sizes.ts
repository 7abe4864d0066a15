import { isHidden, type PageElement } from './page-tree.ts';

/** Pages with more elements, or nested deeper, are no usual web pages. They get no reading view. */
const maxElements = 100_000;
const maxDepth = 200;

export type Size = {
  /** The characters of the text, without spaces. */
  characters: number;
  /** Those in links. */
  linked: number;
  /** Those neither in links nor in navigation that the page marks as such. */
  plain: number;
  /** The number of links. */
  links: number;
};
export type Sizes = ReadonlyMap<PageElement, Size>;

export const sizeOf = (sizes: Sizes, element: PageElement): Size =>
  sizes.get(element) ?? { characters: 0, linked: 0, plain: 0, links: 0 };

/** Measures all elements that are shown; null if there are too many. */
export function measure(root: PageElement): Sizes | null {
  const sizes = new Map<PageElement, Size>();
  function add(element: PageElement, depth: number): Size | null {
    if (depth > maxDepth || sizes.size > maxElements) return null;
    const size = { characters: 0, linked: 0, plain: 0, links: 0 };
    for (const child of element.children) {
      if (typeof child === 'string') {
        const { length } = child.replace(/\s+/g, '');
        size.characters += length;
        size.plain += length;
      } else {
        const inner = add(child, depth + 1);
        if (!inner) return null;
        size.characters += inner.characters;
        size.linked += inner.linked;
        size.links += inner.links;
        size.plain += inner.plain;
      }
    }
    if (isHidden(element)) Object.assign(size, { characters: 0, linked: 0, plain: 0, links: 0 });
    if (element.name === 'a' && element.attributes.has('href') && size.characters > 0) {
      size.linked = size.characters;
      size.links = 1;
      size.plain = 0;
    }
    if (isNavigation(element)) size.plain = 0;
    sizes.set(element, size);
    return size;
  }
  return add(root, 0) && sizes;
}

const navigationRoles = new Set(['navigation', 'search', 'menu', 'menubar', 'toolbar', 'dialog', 'alertdialog']);

/** True for an element that the page itself marks as navigation or the like. */
export function isNavigation({ name, attributes }: PageElement): boolean {
  return name === 'nav' || navigationRoles.has(attributes.get('role') ?? '');
}
