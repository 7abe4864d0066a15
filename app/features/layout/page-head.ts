/** The name of the product. `SiteHead` replaces it with the operator's name for the library. */
// oxlint-disable-next-line house/literal-sentences -- a name, the same in every language
export const productName = 'Examshelf';

/** Returns the title and description of a page. `SiteHead` derives the tags for search engines and link previews from them. */
export function pageHead(titleParts: readonly string[], description?: string) {
  return {
    meta: [{ title: pageTitle(titleParts) }, ...(description ? [{ name: 'description', content: description }] : [])],
  };
}

/** Returns the title of a page in the browser's tab: `Data Structures · Question Papers · Examshelf`. */
export function pageTitle(parts: readonly string[]): string {
  return [...parts, productName].join(' · ');
}
