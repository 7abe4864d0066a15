/** Words for opening a second material next to another: the choice, the bar between them, and the offer on narrow windows. */

export const compareWith = 'Compare with…';
export const opensNextTo = (title: string) => `It opens next to ${title}.`;
export const loading = (subject: string) => `Loading the materials of ${subject}…`;
export const nothingElse = (subject: string) => `There is nothing else in ${subject} yet.`;
export const notLoaded = (subject: string) => `The materials of ${subject} couldn’t be loaded.`;

export const divider = 'Divider';
export const leftShare = 'Width of the left side';
export const scrollTogether = 'Scroll both together';

export const otherMaterial = 'Other material';
export const alsoOpened = <Piece>(title: Piece) => ['Also opened: ', title] as const;
export const readOther = 'Read it';
export const otherGone = 'The other material of this link is no longer available.';
