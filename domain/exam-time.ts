import type { MaterialYears } from './calendar.ts';

/** A month or half-year of an exam in a title, with the months since the beginning of a year at which it starts. */
type TitlePart = { form: RegExp; month: number; isBs: boolean };

const whole = (names: string) => new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, 'iu');

const monthsAd = [
  'jan(?:uary)?',
  'feb(?:ruary)?',
  'mar(?:ch)?',
  'apr(?:il)?',
  'may',
  'june?',
  'july?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'oct(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
];

/** In the usual romanisations and in Nepali. */
const monthsBs = [
  'bai?sh?akh?a?|vaish?akh?a?|वैशाख|बैशाख',
  'jesh?tha?|jeth|जेष्ठ|जेठ',
  'ash?adh?a?|asar|असार|आषाढ',
  'sh?rawana?|sh?ravana?|saun|sawan|साउन|श्रावण',
  'bhadra|bhadau|भदौ|भाद्र',
  'ash?win|aso[jz]|ashoj|असोज|आश्विन',
  'kartik|कार्तिक|कात्तिक',
  'mangsir|मंसिर|मङ्सिर',
  'poush?|paush|पौष|पुस',
  'magh|माघ',
  'falgun|phalgun|fagun|फाल्गुन|फागुन',
  'chait(?:ra)?|चैत्र|चैत',
];

/** Half-years of universities, at the month of their exams. */
const halfYears: readonly [names: string, month: number][] = [
  ['spring', 4],
  ['summer', 6],
  ['fall|autumn', 10],
  ['winter', 11.5],
];

const parts: readonly TitlePart[] = [
  ...monthsBs.map((names, month) => ({ form: whole(names), month, isBs: true })),
  ...monthsAd.map((names, month) => ({ form: whole(names), month, isBs: false })),
  ...halfYears.map(([names, month]) => ({ form: whole(names), month, isBs: false })),
];

/**
 * Returns when an exam took place, in months AD since the year 0, if its title names a month (AD or Bikram Sambat) or a
 * half-year; else null. Only for comparison: a month of Bikram Sambat counts as half a month late.
 */
export function examTime({ title, year, yearBs }: MaterialYears & { title: string }): number | null {
  const part = year === null ? undefined : parts.find(({ form }) => form.test(title));
  if (!part || year === null) return null;
  if (!part.isBs) return year * 12 + part.month;
  // The year of Bikram Sambat begins in the middle of April; its last three months are in the next year AD.
  if (yearBs !== null) return (yearBs - 57) * 12 + part.month + 3.5;
  return year * 12 + ((part.month + 3.5) % 12);
}
