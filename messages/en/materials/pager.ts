/** Links to the parts of a long list. */

export const pagesOfList = 'Pages of this list';
export const pageOf = (page: number, last: number) => `Page ${page} of ${last}`;
