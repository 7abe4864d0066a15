/** Words of the offers below the pages of the reader. */

export const lastRead = 'Last read';
export const continueAt = (page: number) => `Continue at page ${page}`;
export const stayAtStart = 'Stay at page 1';

export const highlightRemoved = (page: number) => `Highlight on page ${page} removed.`;

export const largerText = 'Larger text';
export const trimMargins = 'Trim margins for larger text';
export const leaveMargins = 'Leave the margins';

export const twoUp = 'Two pages side by side';
export const readHalves = 'Read one half at a time';
export const leaveWhole = 'Leave the pages whole';
