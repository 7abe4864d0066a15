import { latinDigits } from '#domain/text/latin-digits.ts';

/** The facts in the name of a picture, as given by cameras, phones, scanning apps and messengers. */
type PictureName = {
  /**
   * The common part of the names of one series: lower case, without date, time, counter, mark of a copy and extension. `whatsapp
   * image`, `img`, `dbms 2079 page`; empty if nothing is left.
   */
  pattern: string;
  /** `2024-03-02` and `13:00:10`, a local time; a time only next to a date. Null if the name has none. */
  date: string | null;
  time: string | null;
};

/**
 * Orders the names of pictures as their pages: by the moment in the name, then by words and numbers. `x` is before `x (1)`,
 * `x_1`, `x 2` and `x - Copy`, 1 PM is after 11 AM, and 9 is before 10. Any two different names have the same order in every
 * list. Names without a moment come first. Both are file names without folders.
 */
function comparePictureNames(one: string, other: string): number {
  const [before, after] = [split(one), split(other)];
  return (
    compareTokens(before.moment, after.moment) ||
    compareTokens(tokensOf(before.rest), tokensOf(after.rest)) ||
    compareText(one, other)
  );
}

/** Parses a file name without folders. */
export function readPictureName(name: string): PictureName {
  const { date, time, rest } = split(name);
  return { pattern: patternOf(rest), date, time };
}

/**
 * Returns the moment in a name, and the name in two pieces: before and after it. Pieces are as written, without their extension,
 * with Latin digits and in NFKC; without a moment everything is in the first one.
 */
export function findMoment(name: string): { date: string | null; time: string | null; pieces: [string, string] } {
  const { date, time, pieces } = split(name);
  return { date, time, pieces };
}

/** `moment`: date, hour, minute and so on as digits, to be compared. `rest`: the rest of the name without its extension. */
type SplitName = {
  moment: string[];
  date: string | null;
  time: string | null;
  rest: string;
  pieces: [string, string];
};

function split(name: string): SplitName {
  const plain = latinDigits(name.normalize('NFKC'))
    .replace(ending, '')
    .replace(copyOf, '$2 copy $1')
    .replace(editedOnIos, 'img_$1 e');
  const stem = plain.toLowerCase();
  // Few letters are longer in lower case.
  const written = plain.length === stem.length ? plain : stem;
  for (const read of [readCompactDate, readYearFirst, readYearLast, readMonthInWords]) {
    const found = read(stem);
    if (!found) continue;
    const after = stem.slice(found.end);
    const clock = readClock(after);
    const day = [found.year, found.month, found.day].map((part, index) => part.padStart(index === 0 ? 4 : 2, '0'));
    return {
      moment: [day.join(''), ...(clock?.parts ?? [])],
      date: isDay(found) ? day.join('-') : null,
      time: isDay(found) ? (clock?.time ?? null) : null,
      rest: `${stem.slice(0, found.start)} ${after.slice(clock?.end ?? 0)}`,
      pieces: [written.slice(0, found.start), written.slice(found.end + (clock?.end ?? 0))],
    };
  }
  // Without a date, only a time with AM or PM is certain to be one; it stays in place.
  const rest = stem.replace(clockWithHalf, (clock) => (readClock(clock)?.parts ?? [clock]).join(' '));
  return { moment: [], date: null, time: null, rest, pieces: [written, ''] };
}

const ending = /\.[a-z][a-z0-9]{1,4}$/iu;
/** Copies in Google Drive: `Copy of x`, `Copy (2) of x`. */
const copyOf = /^copy (?:\((\d+)\) )?of (.+)$/iu;
/** `IMG_E0002` is `IMG_0002` after editing. */
const editedOnIos = /^img_e(\d{4})(?!\d)/iu;

type FoundDate = { year: string; month: string; day: string; start: number; end: number };

/** Reads `20240302`, also directly before the six or nine digits of a time. */
function readCompactDate(stem: string): FoundDate | null {
  const found = /(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?=(?:\d{6}(?:\d{3})?)?(?!\d))/u.exec(stem);
  return found && toDate(found, [found[1], found[2], found[3]]);
}

function readYearFirst(stem: string): FoundDate | null {
  const found = /(?<!\d)((?:19|20)\d\d)([-_. ])(\d{1,2})\2(\d{1,2})(?!\d)/u.exec(stem);
  const date = found && toDate(found, [found[1], found[3], found[4]]);
  return date && isDay(date) ? date : null;
}

/**
 * Reads `02-03-2024`, and `02-03-24` before a time. The day is first unless that is impossible; CamScanner writes the month
 * first, and so does Photo Booth if the clock has twelve hours.
 */
function readYearLast(stem: string): FoundDate | null {
  const found = /(?<!\d)(\d{1,2})([-_.])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/u.exec(stem);
  if (!found) return null;
  const [, first = '', , second = '', end = ''] = found;
  const clock = readClock(stem.slice(found.index + found[0].length));
  if (end.length === 2 && !clock) return null;
  const year = end.length === 2 ? `20${end}` : end;
  const isMonthFirst = /^(?:camscanner|new doc)/u.test(stem) || (end.length === 2 && clock?.hasHalf === true);
  const readings = [
    [year, second, first],
    [year, first, second],
  ];
  return (isMonthFirst ? readings.toReversed() : readings).map((each) => toDate(found, each)).find(isDay) ?? null;
}

/** Reads `02-Mar-2024`, `12 Mar 2024`, `Mar 2, 2024`. */
function readMonthInWords(stem: string): FoundDate | null {
  const found =
    /(?<![\d\p{L}])(\d{1,2})[-_. ]{0,2}([a-z]{3})[a-z]{0,6}[-_., ]{1,2}((?:19|20)\d\d)(?!\d)/u.exec(stem) ??
    /(?<!\p{L})()([a-z]{3})[a-z]{0,6}[-_. ]{1,2}(\d{1,2})[-_., ]{1,2}((?:19|20)\d\d)(?!\d)/u.exec(stem);
  if (!found) return null;
  const [, first = '', word = '', second = '', third] = found;
  const month = months.indexOf(word) + 1;
  const [day, year] = third === undefined ? [first, second] : [second, third];
  const date = toDate(found, [year, String(month), day]);
  return isDay(date) ? date : null;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function toDate(found: RegExpExecArray, [year = '', month = '', day = '']: (string | undefined)[]): FoundDate {
  return { year, month, day, start: found.index, end: found.index + found[0].length };
}

/** True for a valid day. Later years are those of Bikram Sambat, whose months have up to 32 days. */
function isDay({ year, month, day }: FoundDate): boolean {
  const isYear = Number(year) >= 1990 && Number(year) < 2070;
  return isYear && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

type FoundClock = { parts: string[]; time: string | null; hasHalf: boolean; end: number };

/** The text between date and time, in the languages of phones. */
const between = String.raw`[-_., t]*(?:(?:at|um|om|kl|klo|à|às|a las|alle(?: ore)?|в)[ _.]+)?`;
const half = String.raw`(?:[ _]*([ap])\.?m(?!\p{L})\.?)`;
const compactClock = new RegExp(String.raw`^${between}(\d\d)(\d\d)(\d\d)(\d{3})?(?!\d)`, 'u');
const parted = String.raw`(\d{1,2})([-:._ ])(\d\d)(?:\2(\d\d))?(?!\d)`;
const partedClock = new RegExp(String.raw`^${between}${parted}${half}?`, 'u');
const clockWithHalf = new RegExp(String.raw`(?<!\d)${parted}${half}`, 'gu');

/** Reads a time at the start of the text after a date. Impossible times, such as counters, only have parts to be compared. */
function readClock(text: string): FoundClock | null {
  const compact = compactClock.exec(text);
  if (compact) {
    const parts = compact.slice(1).filter((part) => part !== undefined);
    return { parts, time: toTime(parts), hasHalf: false, end: compact[0].length };
  }
  const found = partedClock.exec(text);
  if (!found) return null;
  const [whole, hours = '', , minutes = '', seconds, letter] = found;
  // Without AM or PM, one digit is more likely a page than an hour.
  if (letter === undefined && hours.length === 1) return null;
  const hour = letter === undefined ? hours : String((Number(hours) % 12) + (letter === 'p' ? 12 : 0)).padStart(2, '0');
  const parts = [hour, minutes, ...(seconds === undefined ? [] : [seconds])];
  return { parts, time: toTime(parts), hasHalf: letter !== undefined, end: whole.length };
}

function toTime([hour = '', minute = '', second = '00']: readonly string[]): string | null {
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  return isTime ? `${hour}:${minute}:${second}` : null;
}

/** Returns words and numbers; the text between them is ignored. */
function tokensOf(text: string): string[] {
  return text.match(/\d+|[\p{L}\p{M}]+/gu) ?? [];
}

function compareTokens(one: readonly string[], other: readonly string[]): number {
  for (const [index, token] of one.entries()) {
    const match = other[index];
    if (match === undefined) return 1;
    const [isNumber, isMatchNumber] = [isDigits(token), isDigits(match)];
    if (isNumber !== isMatchNumber) return isNumber ? -1 : 1;
    const order = isNumber ? compareNumbers(token, match) : compareText(token, match);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** Compares numbers of any length: those of cameras may have more digits than a number holds. */
function compareNumbers(one: string, other: string): number {
  const [before, after] = [one, other].map((digits) => digits.replace(/^0+/u, '')) as [string, string];
  return before.length - after.length || compareText(before, after);
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

const isDigits = (token: string) => /^\d/u.test(token);

/** Words that cameras and phones write, next to their own marks, such as `HDR`. */
const cameraWords = new Set(['img', 'pxl', 'mvimg', 'dsc', 'dscn', 'dscf', 'screenshot']);
/** Numbers after them are counters, even those that look like years. */
const countedWords = new Set(['image', 'photo', 'picture', 'scan', 'scanned', 'page', 'p', 'pg', 'doc', 'wa']);
const copyMarks = /(?:\s*\(\d+\)|[\s-]+copy(?: \d+)?|~\d+|\s*#\d+)+\s*$/u;

function patternOf(rest: string): string {
  const tokens = tokensOf(rest.replace(copyMarks, ''));
  const [first] = tokens;
  if (first !== undefined && cameraWords.has(first)) return first;
  const counter = tokens.findLastIndex(isDigits);
  const isYear = /^(?:19|20)\d\d$/u.test(tokens[counter] ?? '') && !countedWords.has(tokens[counter - 1] ?? '');
  return tokens.filter((_, index) => index !== counter || isYear).join(' ');
}

/** The facts about a photograph before it is opened: its name, and the time it was taken, if its EXIF has it. */
export type PhotographFacts = { name: string; takenAt: string | null };

/**
 * Returns photographs in the order in which they were taken: by their EXIF if all of them have it, else by their names
 * (`comparePictureNames`). Those of one moment, of a camera that takes several, are ordered by name.
 */
export function inOrderTaken<Photograph extends PhotographFacts>(photographs: readonly Photograph[]): Photograph[] {
  const areTimed = photographs.every(({ takenAt }) => takenAt !== null);
  return photographs.toSorted((one, other) => {
    const [before, after] = [one.takenAt ?? '', other.takenAt ?? ''];
    if (areTimed && before !== after) return before < after ? -1 : 1;
    return comparePictureNames(one.name, other.name);
  });
}
