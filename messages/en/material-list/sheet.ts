/** The dialog with everything that can be done with a material of a list. */

export const details = 'Details';
export const detailsOf = (title: string) => `Details of ${title}`;
