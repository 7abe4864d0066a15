/** The line that offers this language to readers of a page in another one. */

export const accept = 'यो पेज नेपालीमा पढ्नुहोस्';
export const decline = 'पर्दैन';
