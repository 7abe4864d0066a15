/** Words of the rows on Home with what was read on this device, and of the materials in them. */

import { digits } from '../format.ts';

export const continueReading = 'पढाइ जारी राख्नुहोस्';
export const pinnedSubjects = 'पिन गरिएका विषय';
export const allReading = 'मेरो पढाइ';
/** The page that was reached. */
export const pageOf = (page: number, count: number) => `${digits(count)} मध्ये पृष्ठ ${digits(page)}`;
