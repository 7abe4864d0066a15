/** The name of the product. `SiteHead` puts the operator's name for the library in its place. */
export const productName = 'Examshelf';

/** A page's title and description. `SiteHead` makes from them what search engines and shared links are told. */
export function pageHead(titleParts: readonly string[], description?: string) {
  return {
    meta: [{ title: pageTitle(titleParts) }, ...(description ? [{ name: 'description', content: description }] : [])],
  };
}

/** The title of a page in the browser's tab: `Data Structures · Question Papers · Examshelf`. */
export function pageTitle(parts: readonly string[]): string {
  return [...parts, productName].join(' · ');
}
