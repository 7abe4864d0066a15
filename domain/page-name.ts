import { findMoment } from './picture-name.ts';

/**
 * The facts in the name of a picture about the page that it shows: which names belong together, the number of the page, and the
 * moment. `inOrderTaken` (picture-name.ts) determines the order of the pages.
 */
export type PageName = {
  /** Equal for names that differ only in the number of a page, a moment, a mark of a copy, case or separators. */
  key: string;
  /** The same for display, as written; empty if nothing but a camera's words is left. */
  words: string;
  /** The numbers that distinguish pages, as in `2.1`; empty without a number. */
  numbers: readonly number[];
  /**
   * The meaning of the numbers. `pages`: a word marks them as pages. `items`: a word marks them as papers or notes, and the
   * number is part of the key. `unclear`: they may be pages or papers. `counter`: there is nothing but a camera's words.
   */
  counts: 'pages' | 'items' | 'unclear' | 'counter' | 'nothing';
  /** Time at which it was taken, or sent to the phone, in milliseconds of an unknown time zone. */
  moment: { at: number; isSent: boolean } | null;
};

/** Names of cameras, scanner programs and messengers, and the words that they add to file names. */
const cameraWords = words(`
  img image images dsc dscn dscf dcim pict pic pics picture pictures photo photos foto fotos mvimg pxl sam cimg gopr wa
  whatsapp telegram signal viber messenger snapchat fb received screenshot screenshots scan scans scanned scanner
  camscanner docscanner adobe office lens microsoft new document documents doc docs untitled unnamed unbenannt file
  download downloads collage at on p hdr burst bokeh portrait night edited e ll mp inshot picsart bild bilder`);
/** A number after one of these is that of a page. */
const pageWords = words(
  'page pages pg p pp pt part side sheet seite blatt teil hal pagina página folha стр पृष्ठ पाना 页',
);
/** A number after one of these is that of a paper, a chapter or a lab: another number is another material. */
const itemWords = words(`
  quiz quizz test tests ct ut unit units chapter chap ch lesson lecture lec lab labs assignment assignments set sets
  tutorial exercise exercises module modules week day experiment exp practical sem semester year level class batch model
  sessional internal homework hw series vol volume group section serie übung uebung parcial prova examen lista trabalho
  termin`);
/** A number after one of these may be that of a page or of a paper. */
const unclearWords = words(`
  mid mids midterm midterms term minor exam exams examination paper papers question questions q board preboard klausur
  assessment solution solutions answer answers`);
const seasons = words('ss ws sose wise fall spring summer winter autumn');
const ordinals = words('st nd rd th');
const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

type Token = { text: string; isUpper: boolean; at: number; end: number; number: number | null };

export function readPageName(fileName: string): PageName {
  const { date, time, pieces } = findMoment(fileName);
  const moment = toMoment(date, time, fileName);
  const stem = withoutCopyMarks(pieces.join(' ').replace(epoch, 'fb_img '));
  // A day alone distinguishes papers, like a year.
  const day = moment || !date ? '' : date;
  if (isRandom(stem)) return { key: `${day} ${stem}`, words: '', numbers: [], counts: 'nothing', moment };
  const tokens = readTokens(stem);
  const page = findPage(tokens, stem);
  const left = tokens.filter((token) => !page.tokens.includes(token));
  const isBare = left.every(({ text, number }) => number === null && cameraWords.has(text));
  const words = isBare ? '' : withoutCopyMarks(cutOut(stem, page.tokens));
  return {
    // Names given by a camera and by people never belong together.
    key: [moment ? 'at a moment' : day, ...left.map(({ text }) => text)].filter(Boolean).join(' '),
    words: words && [words, day].filter(Boolean).join(' '),
    numbers: page.numbers,
    counts: isBare && !page.isSaid ? 'counter' : page.counts,
    moment,
  };
}

/** Milliseconds since 1970, in the names of Facebook's pictures. */
const epoch = /^fb_img_(1[2-9]\d{11})(?!\d)/i;
const sentBy = /whatsapp|telegram|^photo_|fb_img|signal|messenger|viber|received/i;

function toMoment(date: string | null, time: string | null, name: string): PageName['moment'] {
  const since = epoch.exec(name)?.[1];
  if (since) return { at: Number(since), isSent: true };
  return date && time ? { at: Date.parse(`${date}T${time}Z`), isSent: sentBy.test(name) } : null;
}

/** Removes ` (1)`, ` - Copy (2)`, ` copy 2` at the end: a second picture of the same name. */
function withoutCopyMarks(stem: string): string {
  return stem
    .replace(/(?:\s*\(\d{1,3}\)|\s*-\s*(?:copy|kopie|copia|copie)|\s+(?:copy|kopie)(?:\s+\d{1,3})?)+\s*$/i, '')
    .trim();
}

/** True for letters and digits that a program generated: an id, a digest. */
function isRandom(stem: string): boolean {
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.test(stem) || /(?<!\d)\d{12,}(?!\d)/.test(stem)) return true;
  return /^[\da-f]{16,}$/i.test(stem) || /^[\w-]{60,}$/.test(stem);
}

function readTokens(stem: string): Token[] {
  return [...stem.matchAll(/[\p{L}\p{M}]+|\d+/gu)].map(({ 0: text, index }) => ({
    text: text.toLowerCase(),
    isUpper: text !== text.toLowerCase(),
    at: index,
    end: index + text.length,
    number: /^\d/.test(text) ? Number(text) : null,
  }));
}

/** `isSaid`: a word marks the number as a page's. */
type Page = Pick<PageName, 'numbers' | 'counts'> & { tokens: readonly Token[]; isSaid?: boolean };

const none: Page = { numbers: [], counts: 'nothing', tokens: [] };

/** Returns the number of the page, which is the last of the name, or else the first. */
function findPage(tokens: readonly Token[], stem: string): Page {
  const trailing = trailingNumbers(tokens, stem);
  if (trailing.length === 0) return findRoman(tokens) ?? findLeading(tokens) ?? none;
  const numbers = trailing.map(({ number }) => number ?? 0);
  const before = tokens[tokens.length - trailing.length - 1];
  if (!before) return { numbers, counts: 'counter', tokens: trailing };
  if (seasons.has(before.text) || isCourseCode(before, trailing[0])) return none;
  if (before.text === 'p' && (numbers[0] ?? 0) >= 1000) return { numbers, counts: 'counter', tokens: trailing };
  // `P2` is the second exam in Portuguese.
  if (before.text === 'p' && before.isUpper) return { numbers, counts: 'unclear', tokens: [before, ...trailing] };
  if (pageWords.has(before.text)) return { numbers, counts: 'pages', tokens: [before, ...trailing], isSaid: true };
  if (itemWords.has(before.text)) {
    // `quiz 2.1`: the first number is the paper's.
    const pages = trailing.slice(1);
    if (pages.length === 0) return { ...none, counts: 'items' };
    return { numbers: numbers.slice(1), counts: 'pages', tokens: pages };
  }
  return { numbers, counts: unclearWords.has(before.text) ? 'unclear' : 'pages', tokens: trailing };
}

/** Returns the numbers at the end that are not years; `2021.2`, the second half of a year, belongs to the year. */
function trailingNumbers(tokens: readonly Token[], stem: string): Token[] {
  const found: Token[] = [];
  for (const token of tokens.toReversed()) {
    if (token.number === null || token.text.length > 7) break;
    if (isYear(token)) {
      const [half] = found;
      const isHalf = found.length === 1 && half && stem.slice(token.end, half.at) === '.' && /^[12]$/.test(half.text);
      return isHalf ? [] : found;
    }
    found.unshift(token);
  }
  return found;
}

function findRoman(tokens: readonly Token[]): Page | null {
  const last = tokens.at(-1);
  const before = tokens.at(-2);
  if (!last || !before || !romans.includes(last.text)) return null;
  if (itemWords.has(before.text)) return { ...none, counts: 'items' };
  const counts = unclearWords.has(before.text) ? 'unclear' : 'pages';
  return { numbers: [romans.indexOf(last.text) + 1], counts, tokens: [last] };
}

/** Matches `1_Cover`, `2 final`; not `7th semester`. */
function findLeading(tokens: readonly Token[]): Page | null {
  const [first, next] = tokens;
  if (!first || !next || first.number === null || first.text.length > 3 || next.number !== null) return null;
  if (ordinals.has(next.text) || itemWords.has(next.text)) return null;
  return { numbers: [first.number], counts: 'pages', tokens: [first] };
}

function isYear({ text, number }: Token): boolean {
  return text.length === 4 && number !== null && number >= 1950 && number < 2100;
}

/** True for `CSC 315`, `MTH163`: another number is another subject. */
function isCourseCode(word: Token, number: Token | undefined): boolean {
  if (cameraWords.has(word.text) || pageWords.has(word.text)) return false;
  return /^\p{L}{2,4}$/u.test(word.text) && number?.text.length === 3 && !number.text.startsWith('0');
}

/** Returns the name as written without these tokens, and without the separators and empty brackets that are left. */
function cutOut(stem: string, tokens: readonly Token[]): string {
  let text = stem;
  for (const { at, end } of tokens.toSorted((one, other) => other.at - one.at))
    text = text.slice(0, at) + text.slice(end);
  return text
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/_+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-.,#]+|[\s\-.,#([]+$/g, '');
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
