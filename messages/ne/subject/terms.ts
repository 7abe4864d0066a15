/** Words of the links to the terms of a faculty. */

export const termsOf = (faculty: string) => `${faculty} का सत्रहरू`;
/** After the name of the term that was visited last. */
export const openedLast = 'पछिल्लो पटक खोलिएको';
