/**
 * Comes before a button or badge: without style sheets, as in text browsers, it would be joined to the word before. In a
 * flex box or grid it takes no space.
 */
export const betweenWords = ' ';
