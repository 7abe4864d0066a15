/** Names of terms of the catalogue that have no name of their own in a language. */

import { digits } from './format.ts';

export const termNames = {
  semester: (number: number) => `सेमेस्टर ${digits(number)}`,
  year: (number: number) => `वर्ष ${digits(number)}`,
};
