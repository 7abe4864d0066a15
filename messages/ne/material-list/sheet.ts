/** The dialog with everything that can be done with a material of a list. */

export const details = 'विवरण';
export const detailsOf = (title: string) => `विवरण: ${title}`;
