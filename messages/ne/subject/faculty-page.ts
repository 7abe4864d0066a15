/** Words of the page of a faculty. */

import { counted } from '../format.ts';

export const duration = (count: number, unit: 'semester' | 'year') =>
  unit === 'year' ? counted(count, 'वर्ष') : counted(count, 'सेमेस्टर');
/** No materials of a subject. */
export const noneYet = 'अहिलेसम्म छैन';
