import { foldWord } from '#domain/search-fold.ts';
import { yearAd, type NepaliDate } from '#domain/nepali-date.ts';
import type { Piece } from './read-source.ts';

/** A year that a name or line gives. `bs` is the year of Bikram Sambat as written; `chance` that it is the exam's. */
export type FoundYear = { ad: number; bs: number | null; chance: number; piece: Piece };

const monthsAd = 'january|february|march|april|may|june|july|august|september|october|november|december'.split('|');
/** Months of Bikram Sambat by their beginning, in the usual romanisations and in Nepali. */
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

/** A year in four digits that no other digit touches. */
const yearForm = /(?<!\d)(\d{4})(?!\d)(?:\s?([-/.])\s?(\d{1,3})(?!\d)(?:\s?\2\s?(\d{1,2})(?!\d))?)?/g;
/** The last three digits of a year of Bikram Sambat, as in 079. */
const shortForm = /(?<![\d.])0([67-9]\d)(?![\d.])/g;
/** What a year before or after it is of, if not of an exam. */
const otherYear = new RegExp(
  [
    String.raw`batch|edition|\bedn?\b|copyright|©|print|publish|isbn|syllabus|curriculum|course|revised|page|reg\.?\s?no`,
    String.raw`symbol|admission|intake|establish|estd|phone|tel|fax|\bact\b|code|constitution|rules|regulation|policy`,
    String.raw`\bis\b|\biso\b|\bis\s?\d|office|windows|server|studio|autocad|excel|word|standard|census|budget|fiscal|ऐन|संविधान`,
  ].join('|'),
  'i',
);
/** Names that cameras, messengers and scanners give: their date is that of the picture. */
const madeByDevice =
  /(?:^|[^\p{L}])(?:img|vid|pxl|dsc|whatsapp|screenshot|camscanner|scan(?:ned)?|photo|drive-download|adobe)(?:[^\p{L}]|$)/iu;
/** Lines of a first page that are its head. Numbers further down belong to questions. */
const headLines = 18;

/** The exam years that the pieces give, each with its chance. */
export function findYears(pieces: readonly Piece[], currentYear: number): FoundYear[] {
  const found: FoundYear[] = [];
  for (const piece of pieces) {
    if (piece.source === 'text' && piece.distance >= headLines) continue;
    if (piece.source !== 'text' && madeByDevice.test(piece.text)) continue;
    for (const match of piece.text.matchAll(yearForm)) {
      const around = neighbourhood(piece.text, match.index, match[0].length);
      if (otherYear.test(around)) continue;
      const year = readYear(match, piece.text, currentYear, monthBeside(piece, pieces));
      if (year) found.push({ ...year, chance: year.chance * placeChance(piece), piece });
    }
    if (piece.source === 'text') continue;
    for (const match of piece.text.matchAll(shortForm)) {
      const around = neighbourhood(piece.text, match.index, match[0].length);
      if (otherYear.test(around) || (found.length > 0 && found.at(-1)?.piece === piece)) continue;
      const date = { year: 2000 + Number(match[1]), month: monthNear(around, monthsBs) };
      const ad = yearAd(date);
      if (ad) found.push({ ad: ad.year, bs: date.year, chance: date.month ? 0.85 : 0.5, piece });
    }
  }
  return found;
}

function placeChance({ source, distance }: Piece): number {
  if (source === 'file') return 1;
  return source === 'folder' ? 1 - 0.02 * distance : 0.97;
}

/** The words next to a year, without what belongs to another one. */
function neighbourhood(text: string, index: number, length: number): string {
  const before =
    text
      .slice(Math.max(0, index - 16), index)
      .split(/\d{4}|[(),;|]/)
      .at(-1) ?? '';
  const after = text.slice(index + length, index + length + 16).split(/\d{4}|[(),;|]/)[0] ?? '';
  return `${before} ${after}`;
}

/** The month that is all of the folder around or within this one, or of the line before or after: `2079/Magh`. */
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
    // A whole date in the name is often that of the file.
    return { ad: year, bs: null, chance: isSpan ? 0.6 : last === undefined ? 0.95 : 0.85 };
  }
  if (year <= currentYear + 14 || year > currentYear + 58) return null;
  const isSpan = next !== null && (next === (year + 1) % 100 || next === (year + 1) % 1000) && last === undefined;
  const month =
    !isSpan && next !== null && next >= 1 && next <= 12
      ? next
      : (monthNear(around, monthsBs) ?? (isSpan ? undefined : beside));
  const date: NepaliDate = { year, month, day: last };
  const ad = yearAd(date) ?? yearAd({ year });
  if (!ad) return null;
  // A month of our own calendar beside it is that of an exam whose year AD is said elsewhere.
  if (month === undefined && hasMonthAd(around)) return { ad: ad.year, bs: year, chance: 0.5 };
  if (ad.isSure) return { ad: ad.year, bs: year, chance: 0.95 };
  return { ad: ad.year, bs: year, chance: isSpan ? 0.6 : 0.8 };
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
