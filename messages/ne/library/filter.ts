/** The semesters in the filter of the library while no faculty is chosen. */

import { digits } from '../format.ts';

export const semester = (number: number) => `सेमेस्टर ${digits(number)}`;
