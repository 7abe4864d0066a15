/** Words of the informational pages that are not in the operator's text. */

import type { Calendar } from '#domain/calendar.ts';

/** The sentences of the FAQ about the years in lists, in Markdown. */
export const yearsShown: Record<Calendar, string> = {
  ad: 'Lists show the year AD of a paper.',
  bs: 'Both. Lists show the year of Bikram Sambat first, such as *2079 BS (2022)*.',
  both: 'Both. Lists show the year AD first, such as *2022 · 2079 BS*.',
};
export const megabytes = (count: number) => `${count} MB`;
/** Read out for a table that scrolls sideways. */
export const table = 'Table';
