import type { PageSource } from './search.ts';

/** What the first pages of a material say, for its own page. */
export type MaterialText = {
  pages: { page: number; source: PageSource; text: string }[];
  /** Whether the material says more than that. */
  isCut: boolean;
  /** The languages it is written in (domain/text-language.ts), which only the server finds. */
  languages?: string[];
};

/** How many pages one answer with the texts of pages has at most. */
export const maxPageTexts = 20;

/** About a page of a book: enough to see what it is about. In UTF-16 code units, of all pages together. */
export const maxMaterialText = 3000;

/** The pages that the text is taken from, at most: more of them only if the first ones say little. */
export const maxMaterialTextPages = 3;

/**
 * The beginning of what these pages say, in order, up to `maxMaterialText`, cut at the end of a word. Pages without text
 * are left out; null if none has any. `pagesTotal` is the number of pages of the material.
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
