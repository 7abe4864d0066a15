/** Lists of the materials of a subject. */

export const moreAbout = (title: string) => `More about ${title}`;
export const more = 'More';
/** `materials` is their number with their kind: `3 question papers`. */
export const downloadAll = (materials: string, size: string) => `Download all ${materials} (ZIP, ${size})`;
