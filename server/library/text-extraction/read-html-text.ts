import { findReadingView } from '#domain/reading-view/find-reading-view.ts';
import { pageText } from '#domain/reading-view/page-tree.ts';
import { parsePage } from '#domain/reading-view/parse-page.ts';

/**
 * Returns the text of a page that readers see: of its reading view, or of the whole page if it has none, without
 * scripts, styles and hidden elements. A block is a separate line, and the cells of a row are separated by spaces. At
 * most `maxCharacters`.
 */
export function readHtmlText(html: string, maxCharacters: number): string {
  const page = parsePage(html);
  return pageText(findReadingView(page) ?? page, maxCharacters);
}
