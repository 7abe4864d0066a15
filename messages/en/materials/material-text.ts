/** The text of the first pages, on the page of a material. */

export const textOfPages = 'Text of the first pages';
/** A page of a scan. */
export const recognisedPage = (page: number) =>
  `Page ${page}. Its text was recognised by a program and may contain mistakes.`;
