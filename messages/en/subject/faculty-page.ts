/** Words of the page of a faculty. */

import { counted } from '../format.ts';

export const duration = (count: number, unit: 'semester' | 'year') =>
  unit === 'year' ? counted(count, 'year') : counted(count, 'semester');
/** No materials of a subject. */
export const noneYet = 'none yet';
