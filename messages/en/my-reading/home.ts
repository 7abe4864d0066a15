/** Words of the rows on Home with what was read on this device, and of the materials in them. */

export const continueReading = 'Continue reading';
export const pinnedSubjects = 'Pinned subjects';
export const allReading = 'My reading';
/** The page that was reached. */
export const pageOf = (page: number, count: number) => `Page ${page} of ${count}`;
