/**
 * Space before a button or badge: without style sheets, as in text browsers, the word before would run into it. In a
 * flex box or grid it takes no space.
 */
export const betweenWords = ' ';
