export const compositionLimits = {
  /** Maximum number of pages of a composed PDF: a thick book has a thousand. */
  maxPages: 2000,
  /** Maximum number of PDFs of which one is composed. */
  maxSources: 50,
  /** Maximum number of new materials of the pages of one file. */
  maxPapers: 100,
} as const;

/** First digits of the file identifier of each composed PDF: `EXSH`, in hexadecimal. */
export const composedPrefix = '45585348';

export const pageParts = ['left', 'right', 'top', 'bottom'] as const;

/** Half of a page. */
export type PagePart = (typeof pageParts)[number];
