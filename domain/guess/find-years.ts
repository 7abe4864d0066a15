import { foldWord } from '#domain/search/search-fold.ts';
import { yearAd, type NepaliDate } from '#domain/nepali-date.ts';
import type { Piece } from './read-source.ts';

/**
 * A year in a name or line. `bs` is the year of Bikram Sambat as written; `chance` is the probability that it is the
 * exam's year. `isDated`: the year AD is certain, because it is written or follows from the month.
 */
export type FoundYear = { ad: number; bs: number | null; isDated: boolean; chance: number; piece: Piece };

const monthsAd = 'january|february|march|april|may|june|july|august|september|october|november|december'.split('|');
/** Months of Bikram Sambat by the beginning of their names, in the usual romanisations and in Nepali. */
const monthsBs = [
  'baisakh|baishakh|vaishakh|वैशाख|बैशाख',
  'jestha|jeth|जेष्ठ|जेठ',
  'ashadh|asadh|ashad|asar|असार|आषाढ',
  'shrawan|shravan|srawan|saun|sawan|साउन|श्रावण',
  'bhadra|bhadau|भदौ|भाद्र',
  'ashwin|aswin|asoj|ashoj|असोज|आश्विन',
  'kartik|कार्तिक|कात्तिक',
  'mangsir|marga|मंसिर|मङ्सिर',
  'poush|paush|push|पौष|पुस',
  'magh|माघ',
  'falgun|phalgun|fagun|फाल्गुन|फागुन',
  'chaitra|chait|चैत्र|चैत',
].map((names) => names.split('|').map(foldWord));

/** A year of four digits, without an adjacent digit. */
const yearForm = /(?<!\d)(\d{4})(?!\d)(?:\s?([-/.])\s?(\d{1,3})(?!\d)(?:\s?\2\s?(\d{1,2})(?!\d))?)?/g;
/** The last three digits of a year of Bikram Sambat, as in 079. */
const shortForm = /(?<![\d.])0([67-9]\d)(?![\d.])/g;
/** Half-years of universities in Europe: `WS17-18`, `SS 2015`, `WiSe 16/17`. */
const halfYearForm =
  /(?<![\p{L}\p{N}])(?:ws|ss|wise|sose)[\s_-]{0,2}(?:20)?(\d{2})(?!\d)(?:[\s/_-](?:20)?\d{2}(?!\d))?/giu;
/** An academic year that is the whole name, apart from words for exams: `13-14`. */
const spanForm = /^\D*(?<!\d)(\d{2})\s?[-/]\s?(\d{2})(?!\d)\D*$/;
/** A range of years: a collection, which has no single year. */
const rangeForm = /(?<!\d)((?:19|20)\d{2})\s*(?:-|–|—|to|till|upto|up to|until)\s*((?:19|20)?\d{2})(?!\d)/giu;
/** Words that show that the year next to them is not that of an exam. */
const otherYear = new RegExp(
  [
    String.raw`batch|edition|\bedn?\b|copyright|©|print|publish|isbn|syllabus|curriculum|course|revised|page|reg\.?\s?no`,
    String.raw`symbol|admission|intake|establish|estd|phone|tel|fax|\bact\b|code|constitution|rules|regulation|policy`,
    String.raw`\bis\b|\biso\b|\bis\s?\d|office|windows|server|studio|autocad|excel|word|standard|census|budget|fiscal|ऐन|संविधान`,
  ].join('|'),
  'i',
);
/** Programs and devices that name files by the date of creation. */
const madeByDevice =
  /(?:^|[^\p{L}])(?:img|vid|pxl|dsc|whatsapp|screen ?shot|[a-z]{0,5}scan(?:ned|ner)?|docscanner|office lens|lens|kaagaz|photo|drive-download|adobe|new doc|document|doc|genius)(?:[^\p{L}]|$)/iu;
const monthAd = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
/** A full date, with the separators that scanners and cameras use. */
const wholeDate = new RegExp(
  [
    String.raw`(?<!\d)\d{4}[-_. /]\d{1,2}[-_. /]\d{1,2}(?!\d)`,
    String.raw`(?<!\d)\d{1,2}[-_. /]\d{1,2}[-_. /]\d{4}(?!\d)`,
    String.raw`(?<!\d)\d{1,2}[-_. ]?${monthAd}[-_., ]{1,2}\d{4}(?!\d)`,
    String.raw`(?<!\p{L})${monthAd}[-_. ]?\d{1,2}[-_., ]{1,2}\d{4}(?!\d)`,
    String.raw`(?<!\d)(?:19|20)\d{6}(?!\d)`,
  ].join('|'),
  'giu',
);
/** Words for exams: a date next to them is the day of the exam. */
const examWords = /exam|\b(?:summer|winter|fall|spring|autumn|board|final|terminal|mid)\b|परीक्षा/iu;
/** Lines of the head of a first page. Numbers further down belong to questions. */
const headLines = 18;

/** Finds the exam years in the pieces, each with its chance. */
export function findYears(pieces: readonly Piece[], currentYear: number): FoundYear[] {
  const found: FoundYear[] = [];
  for (const piece of pieces) {
    if (piece.source === 'text' && piece.distance >= headLines) continue;
    found.push(...yearsOf(piece, pieces, currentYear));
  }
  return found;
}

function yearsOf(piece: Piece, pieces: readonly Piece[], currentYear: number): FoundYear[] {
  const text = withoutRanges(withoutScanDates(piece));
  const found: FoundYear[] = [];
  const add = (year: Omit<FoundYear, 'piece'>) =>
    found.push({ ...year, chance: year.chance * placeChance(piece), piece });
  for (const match of text.matchAll(yearForm)) {
    const around = neighbourhood(text, match.index, match[0].length);
    if (otherYear.test(around)) continue;
    const year = readYear(match, text, currentYear, monthBeside(piece, pieces));
    if (year) add(year);
  }
  for (const match of text.matchAll(halfYearForm)) {
    const ad = 2000 + Number(match[1]);
    if (ad <= currentYear + 1 && !found.some((each) => each.ad === ad))
      add({ ad, bs: null, isDated: true, chance: 0.93 });
  }
  if (piece.source === 'text' || found.length > 0) return isCollection(piece, found) ? [] : found;
  const [, first = '', second = ''] = spanForm.exec(text) ?? [];
  if (first !== '' && Number(second) === (Number(first) + 1) % 100 && 2000 + Number(first) <= currentYear)
    if (piece.words.every((word) => word.number !== null || /^\d/.test(word.text) || examWords.test(word.text)))
      add({ ad: 2000 + Number(first), bs: null, isDated: true, chance: 0.6 });
  for (const match of text.matchAll(shortForm)) {
    const around = neighbourhood(text, match.index, match[0].length);
    if (otherYear.test(around) || found.length > 0) continue;
    const date = { year: 2000 + Number(match[1]), month: monthNear(around, monthsBs) };
    const ad = yearAd(date);
    if (ad) add({ ad: ad.year, bs: date.year, isDated: ad.isSure, chance: date.month ? 0.93 : 0.5 });
  }
  return found;
}

/**
 * Removes the day on which a scanner, camera or browser made the file: a full date next to the name of such a program,
 * or in a name without other content words. A date next to words for an exam stays.
 */
function withoutScanDates({ source, text }: Piece): string {
  if (source === 'text') return text;
  const rest = text.replace(wholeDate, ' ').replace(/\d/g, ' ');
  const saysMore = /\p{L}{2,}/u.test(rest.replace(/\b(?:am|pm)\b/gi, ' '));
  return madeByDevice.test(rest) || !saysMore ? text.replace(wholeDate, ' ') : text;
}

/** Removes ranges of several years, as in "2019 to 2023"; two consecutive years are an academic year and stay. */
function withoutRanges(text: string): string {
  return text.replace(rangeForm, (range, from: string, to: string) => {
    const last = to.length === 4 ? Number(to) : Number(from.slice(0, 2) + to);
    // After a hyphen, a number up to 12 may be a month.
    const isMonth = to.length === 2 && Number(to) <= 12;
    return last > Number(from) + 1 && !isMonth ? ' ' : range;
  });
}

/** True if a name has several years of one calendar, as the name of a collection. */
function isCollection({ source }: Piece, found: readonly FoundYear[]): boolean {
  if (source === 'text') return false;
  const years = (isBs: boolean) =>
    new Set(found.filter(({ bs }) => (bs !== null) === isBs).map(({ ad, bs }) => bs ?? ad));
  return years(true).size > 1 || years(false).size > 1;
}

function placeChance({ source, distance }: Piece): number {
  if (source === 'file') return 1;
  return source === 'folder' ? 1 - 0.02 * distance : 0.97;
}

/** Returns the words next to a year, without those next to another year. */
function neighbourhood(text: string, index: number, length: number): string {
  const before =
    text
      .slice(Math.max(0, index - 16), index)
      .split(/\d{4}|[(),;|]/)
      .at(-1) ?? '';
  const after = text.slice(index + length, index + length + 16).split(/\d{4}|[(),;|]/)[0] ?? '';
  return `${before} ${after}`;
}

/** Returns the month that is the whole name of the next folder, or the whole next line: `2079/Magh`. */
function monthBeside({ source, distance, words }: Piece, pieces: readonly Piece[]): number | undefined {
  if (source === 'file' || words.length > 1) return undefined;
  const months = pieces
    .filter((each) => each.source === source && Math.abs(each.distance - distance) === 1 && each.words.length === 1)
    .flatMap(({ text }) => (/\d/.test(text) ? [] : (monthNear(text, monthsBs) ?? [])));
  return months.length === 1 ? months[0] : undefined;
}

function readYear(
  match: RegExpExecArray,
  text: string,
  currentYear: number,
  beside: number | undefined,
): Omit<FoundYear, 'piece'> | null {
  const year = Number(match[1]);
  const next = match[3] === undefined ? null : Number(match[3]);
  const last = match[4] === undefined ? undefined : Number(match[4]);
  const around = text.slice(Math.max(0, match.index - 16), match.index + match[0].length + 16);
  if (year >= 1985 && year <= currentYear + 1) {
    const isSpan = next !== null && next === (year + 1) % 100 && last === undefined;
    // A full date is often the date of the file, or the day of an exam of the previous year.
    const isDay = last !== undefined || /\d{1,2}\s?[-/.]\s?\d{1,2}\s?[-/.]\s?$/.test(text.slice(0, match.index));
    const ofExam = examWords.test(around);
    return { ad: year, bs: null, isDated: true, chance: isSpan ? 0.6 : isDay ? 0.8 : ofExam ? 0.97 : 0.95 };
  }
  if (year <= currentYear + 14 || year > currentYear + 58) return null;
  const isSpan = next !== null && (next === (year + 1) % 100 || next === (year + 1) % 1000) && last === undefined;
  // A single digit after a hyphen counts sets or copies.
  const isMonth = !isSpan && next !== null && next >= 1 && next <= 12 && (last !== undefined || match[3]?.length === 2);
  const month = isMonth ? next : (monthNear(around, monthsBs) ?? (isSpan ? undefined : beside));
  const date: NepaliDate = { year, month, day: last };
  const ad = yearAd(date) ?? yearAd({ year });
  if (!ad) return null;
  // A month of the Gregorian calendar next to it belongs to an exam whose year AD is written elsewhere.
  if (month === undefined && hasMonthAd(around)) return { ad: ad.year, bs: year, isDated: false, chance: 0.5 };
  return { ad: ad.year, bs: year, isDated: ad.isSure, chance: isSpan ? 0.6 : 0.95 };
}

function monthNear(text: string, months: readonly (readonly string[])[]): number | undefined {
  for (const match of text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
    const word = foldWord(match[0]);
    const month = months.findIndex((names) =>
      names.some((name) => word === name || (name.length > 4 && word.startsWith(name))),
    );
    if (month >= 0) return month + 1;
  }
  return undefined;
}

function hasMonthAd(text: string): boolean {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return words.some((word) => monthsAd.some((name) => name.startsWith(word)));
}
