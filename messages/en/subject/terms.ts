/** Words of the links to the terms of a faculty. */

export const termsOf = (faculty: string) => `Terms of ${faculty}`;
/** After the name of the term that was visited last. */
export const openedLast = 'opened last';
