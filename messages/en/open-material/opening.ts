/** Words of the card that is shown while a material is opened over a page, and if that fails. */

export const opening = 'Opening…';
export const openingOne = (title: string) => `Opening ${title}…`;
export const offline = 'No connection. This opens when you’re back online.';
export const notLoaded = 'This material couldn’t be loaded. Check your connection.';
export const readerNotLoaded = 'The reader couldn’t be loaded. Check your connection.';
export const crashed = 'Something went wrong while showing this. Trying again often helps.';
export const notAvailable = 'This material isn’t available.';

export const leftSide = 'Left side';
export const rightSide = 'Right side';
