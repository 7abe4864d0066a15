/** Dates, sizes and descriptions of files. */

type DateOptions = Intl.DateTimeFormatOptions;
const inMonth: DateOptions = { month: 'long', year: 'numeric' };
const onDay: DateOptions = { ...inMonth, day: 'numeric' };
const atTime: DateOptions = { ...onDay, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const date = (options: DateOptions) => (moment: string, timeZone: string) =>
  new Date(moment).toLocaleString('en-US', { ...options, timeZone });

/** `March 2026` */
export const month = date(inMonth);
/** `March 4, 2026` */
export const day = date(onDay);
/** `March 4, 2026 at 09:41` */
export const time = date(atTime);

/** A number with exactly one decimal: `2.0`. */
export const oneDecimal = (value: number) => value.toFixed(1);
/** A number with one decimal, or none for a whole number: `2`. */
export const upToOneDecimal = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 });

export type SizeUnit = 'KB' | 'MB' | 'GB';
/** `2.4 MB` */
export const size = (figure: string | number, unit: SizeUnit) => `${figure} ${unit}`;
/** `3.4 of 9.6 MB` */
export const partOfSize = (part: string | number, whole: string) => `${part} of ${whole}`;

/** The type of a file, before the rest of its description. */
export const webPage = 'Web page, ';
export const pdf = 'PDF, ';
/** The rest of the description. Without separators of thousands, whose first use in a browser takes milliseconds. */
export const lengthAndSize = (pages: number | null, size: string) => {
  if (pages === null) return size;
  return pages === 1 ? `1 page, ${size}` : `${pages} pages, ${size}`;
};
