/** Words of the clock of the exam mode. */

import { digits } from '../format.ts';

/** Announced at some of the minutes. */
export const minutesLeft = (minutes: number) => `${digits(minutes)} मिनेट बाँकी छ`;
/** Times are written as `२:५९:०४`. */
export const timeTaken = (taken: string, total: string) => `${digits(total)} मध्ये ${digits(taken)} समय लाग्यो।`;
