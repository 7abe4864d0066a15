/** Words of the clock of the exam mode. */

/** Announced at some of the minutes. */
export const minutesLeft = (minutes: number) => (minutes === 1 ? 'One minute left' : `${minutes} minutes left`);
/** Times are written as `2:59:04`. */
export const timeTaken = (taken: string, total: string) => `You used ${taken} of ${total}.`;
