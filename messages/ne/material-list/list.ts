/** Lists of the materials of a subject. */

export const moreAbout = (title: string) => `${title} बारे थप`;
export const more = 'थप';
/** `materials` is their number with their kind: `३ वटा प्रश्नपत्र`. */
export const downloadAll = (materials: string, size: string) => `सबै ${materials} डाउनलोड गर्नुहोस् (ZIP, ${size})`;
