/** Words of the informational pages that are not in the operator's text. */

import type { Calendar } from '#domain/calendar.ts';
import { digits } from './format.ts';

/** The sentences of the FAQ about the years in lists, in Markdown. */
export const yearsShown: Record<Calendar, string> = {
  ad: 'सूचीमा प्रश्नपत्रको सन् देखाइन्छ।',
  bs: 'दुवै। सूचीमा वि.सं. पहिले हुन्छ, जस्तै *वि.सं. २०७९ (२०२२)*।',
  both: 'दुवै। सूचीमा सन् पहिले हुन्छ, जस्तै *२०२२ · वि.सं. २०७९*।',
};
export const megabytes = (count: number) => `${digits(count)} MB`;
/** Read out for a table that scrolls sideways. */
export const table = 'तालिका';
