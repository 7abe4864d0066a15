/** A page's title and description for the browser's tab, for search engines and for shared links. */
export function pageHead(titleParts: readonly string[], description?: string) {
  const title = [...titleParts, 'Examshelf'].join(' · ');
  return {
    meta: [
      { title },
      { property: 'og:title', content: title },
      ...(description
        ? [
            { name: 'description', content: description },
            { property: 'og:description', content: description },
          ]
        : []),
    ],
  };
}
