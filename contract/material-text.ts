import type { PageSource } from './search.ts';

/** The text of a material's first pages, for its own page. */
export type MaterialText = {
  pages: { page: number; source: PageSource; text: string }[];
  /** True if the material has more text. */
  isCut: boolean;
  /** The languages of the material (domain/text/text-language.ts), which only the server finds. */
  languages?: string[];
};

/** Maximum number of pages in one response with the texts of pages. */
export const maxPageTexts = 20;

/** About a page of a book: enough to show the topic. In UTF-16 code units, of all pages together. */
export const maxMaterialText = 3000;

/** Maximum number of pages from which the text is taken: more than one only if the first ones have little text. */
export const maxMaterialTextPages = 3;

/**
 * Returns the beginning of the text of these pages, in order, up to `maxMaterialText`, cut at the end of a word. Leaves
 * out pages without text, and returns null if no page has text. `pagesTotal` is the number of pages of the material.
 */
export function beginMaterialText(pages: MaterialText['pages'], pagesTotal: number): MaterialText | null {
  const begun: MaterialText['pages'] = [];
  let left = maxMaterialText;
  let isWhole = true;
  for (const { page, source, text } of pages) {
    const whole = text.trim();
    const part = whole.length <= left ? whole : cutAtWord(whole, left);
    if (part !== '') begun.push({ page, source, text: part });
    left -= part.length;
    isWhole = part.length === whole.length;
    if (!isWhole) break;
  }
  return begun.length > 0 ? { pages: begun, isCut: !isWhole || pages.length < pagesTotal } : null;
}

function cutAtWord(text: string, length: number): string {
  const end = text.slice(0, length + 1).search(/\s\S*$/);
  // A text without spaces is cut anywhere, but not within a character.
  return (end > 0 ? text.slice(0, end) : text.slice(0, length)).trimEnd().replace(/[\uD800-\uDBFF]$/, '');
}
