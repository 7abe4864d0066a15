/** Words of the side menu on the pages of a faculty. */

export const skipToList = 'Skip to the list';
export const faculty = (name: string) => `${name} Faculty`;
/** No materials in a term. */
export const none = 'none';
/** The first part is only for screen readers. */
export const subjectsOf = <Piece>(term: string, readOut: (words: string) => Piece) =>
  [readOut('Subjects of'), ` ${term} `] as const;
