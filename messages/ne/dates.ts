/** Formats dates in Nepali, without the language's data, see format.ts. */

import { digits } from './format.ts';

const months = ['जनवरी', 'फेब्रुअरी', 'मार्च', 'अप्रिल', 'मे', 'जुन', 'जुलाई', 'अगस्ट', 'सेप्टेम्बर', 'अक्टोबर', 'नोभेम्बर', 'डिसेम्बर'];

/** Writes a moment as `month`, `२०२६ मार्च`, as `day`, `२०२६ मार्च ४`, or as `time`, `२०२६ मार्च ४, ०९:४१`. */
export function date(moment: string | number, form: 'month' | 'day' | 'time', timeZone?: string): string {
  const written = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const parts = Object.fromEntries(written.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  const inMonth = `${year} ${months[Number(month) - 1]}`;
  const text = { month: inMonth, day: `${inMonth} ${day}`, time: `${inMonth} ${day}, ${hour}:${minute}` }[form];
  return digits(text);
}
