/** Dates, sizes and descriptions of files. */

import { date } from '../dates.ts';
import { digits, number } from '../format.ts';

/** `२०२६ मार्च` */
export const month = (moment: string, timeZone: string) => date(moment, 'month', timeZone);
/** `२०२६ मार्च ४` */
export const day = (moment: string, timeZone: string) => date(moment, 'day', timeZone);
/** `२०२६ मार्च ४, ०९:४१` */
export const time = (moment: string, timeZone: string) => date(moment, 'time', timeZone);

/** A number with exactly one decimal: `२.०`. */
export const oneDecimal = (value: number) => digits(value.toFixed(1));
/** A number with one decimal, or none for a whole number: `२`. */
export const upToOneDecimal = (value: number) => number(value, { maximumFractionDigits: 1 });

export type SizeUnit = 'KB' | 'MB' | 'GB';
/** `२.४ MB` */
export const size = (figure: string | number, unit: SizeUnit) => `${digits(figure)} ${unit}`;
/** `९.६ MB मध्ये ३.४` */
export const partOfSize = (part: string | number, whole: string) => `${whole} मध्ये ${digits(part)}`;

/** The type of a file, before the rest of its description. */
export const webPage = 'वेब पेज, ';
export const pdf = 'PDF, ';
/** The rest of the description. Without separators of thousands, whose first use in a browser takes milliseconds. */
export const lengthAndSize = (pages: number | null, size: string) =>
  pages === null ? size : `${digits(pages)} पृष्ठ, ${size}`;
