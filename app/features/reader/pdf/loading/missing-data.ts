/**
 * Returns the log message for a missing part of pdf.js's own data: a character map or a font. Null for every other
 * address. The specification gives the texts; those of pdf.js 6 differ.
 */
export function missingDataWords(url: string): string | null {
  // oxlint-disable-next-line house/literal-sentences -- only logged, in the words of the specification
  if (url.includes('/cmaps/')) return `Unable to load CMap at: ${url}`;
  // oxlint-disable-next-line house/literal-sentences -- only logged, in the words of the specification
  if (url.includes('/standard_fonts/')) return `Unable to load font data at: ${url}`;
  return null;
}

/**
 * Wraps `fetch` so that it logs and throws the message of `missingDataWords` if such a part can't be loaded. The
 * document is still shown: pdf.js uses another font, or leaves out the text that needs the map.
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
