/**
 * What is logged when a part of pdf.js's own data is missing: a character map or a font. Null for every other address.
 * The texts are fixed; those of pdf.js 6 differ.
 */
export function missingDataWords(url: string): string | null {
  if (url.includes('/cmaps/')) return `Unable to load CMap at: ${url}`;
  if (url.includes('/standard_fonts/')) return `Unable to load font data at: ${url}`;
  return null;
}

/**
 * A `fetch` that warns in those words when such a part cannot be had, and fails with them. The document is shown all the
 * same: pdf.js takes another font, or leaves out the words that need the map.
 */
export function warnOfMissingData(fetchData: typeof fetch): typeof fetch {
  return async (asked, options) => {
    const words = missingDataWords(asked instanceof Request ? asked.url : String(asked));
    if (words === null) return fetchData(asked, options);
    const response = await fetchData(asked, options).catch(() => null);
    if (response?.ok) return response;
    console.warn(words);
    throw new Error(words);
  };
}
