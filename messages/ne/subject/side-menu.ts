/** Words of the side menu on the pages of a faculty. */

export const skipToList = 'सूचीमा जानुहोस्';
export const faculty = (name: string) => `${name} सङ्काय`;
/** No materials in a term. */
export const none = 'छैन';
/** The last part is only for screen readers. */
export const subjectsOf = <Piece>(term: string, readOut: (words: string) => Piece) =>
  [`${term} `, readOut('का विषयहरू'), ' '] as const;
