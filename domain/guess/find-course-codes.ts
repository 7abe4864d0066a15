import type { Piece } from './read-source.ts';

/** Text in the form of a course code, such as `csc-206`. `key` is the code in capitals without signs: CSC206. */
export type CourseCode = { key: string; shown: string; piece: Piece };

/** The form on pages: `CSC-206`, `18CSC205J`, `CT 376`, `5COSC002W`. */
const onPages =
  /(?<![\p{L}\p{M}\p{N}.])(\d{1,2})?([A-Z]{2,5})(\d?[\s._-]{0,2}\d{3,4})([A-Z]{1,2})?(?![\p{L}\p{M}\p{N}]|\.\d)/gu;
/**
 * The form of codes in names: `cse473-lecture`, in any case, but without a space, because names contain numbers of many
 * other things.
 */
const inNames =
  /(?<![\p{L}\p{M}\p{N}])(\d{1,2})?([a-z]{2,5})(\d?[._-]?\d{3,4})([a-z]{1,2})?(?![\p{L}\p{M}\p{N}]|\.\d)/giu;

/** Letters before a number that are not a course code: counters, devices, standards, months, measures, seasons. */
const noCode = new Set(
  [
    'lab day doc docs img dsc pic page pages pg unit no nos sem vol part set room file scan new ch chap fig figure q qn qno',
    'ver version isbn issn iso ieee iec rfc is bs ad en din tia eia std tel fax mob mobile po box rs nrs npr usd inr euro',
    'mb kb gb hz khz mhz ghz kw mw hp win html css mp cd dvd top best jan feb mar apr may jun jul aug sep sept oct nov dec',
    'june july march april summer winter fall autumn spring ws ss batch class level grade year x86 utf md sha base vs fx mm',
    'cm km kg over area code roll reg symbol exam marks fm pm am time intel wa pxl vid screenshot camscanner photo image',
    'copy lec lect lecture slide slides week mod module exp expt experiment ex prob question sheet assignment asgn hw test',
    'quiz act ph phone sec section group grp form item step line row col case task topic ip http port error windows office',
  ]
    .join(' ')
    .split(' '),
);
/** Number of lines in the head of a page; questions further down have many numbers. */
const headLines = 12;
const maxCodes = 12;

/** Finds text in the form of a course code in the names and in the head of the first page. */
export function findCourseCodes(pieces: readonly Piece[]): CourseCode[] {
  const found: CourseCode[] = [];
  for (const piece of pieces) {
    if (piece.source === 'text' && piece.distance >= headLines) continue;
    const text = piece.text.replaceAll('_', ' ');
    const matches = piece.source === 'text' ? text.matchAll(onPages) : piece.text.matchAll(inNames);
    for (const match of matches) {
      if (found.length >= maxCodes) return found;
      const code = toCode(match, piece);
      if (code) found.push(code);
    }
  }
  return found;
}

function toCode(match: RegExpExecArray, piece: Piece): CourseCode | null {
  const [shown, before = '', letters = '', middle = '', after = ''] = match;
  const digits = middle.replace(/\D/g, '');
  if (noCode.has(letters.toLowerCase()) || digits.length < 3 || digits.length > 4) return null;
  // A person's name before a number.
  if (letters !== letters.toUpperCase() && letters !== letters.toLowerCase()) return null;
  // A year, or its last three digits in Bikram Sambat.
  if (/^(?:19|20)\d\d$/.test(digits) || /^0[4-9]\d$/.test(digits)) return null;
  return { key: `${before}${letters.toUpperCase()}${digits}${after.toUpperCase()}`, shown, piece };
}

/** Returns the pattern of a code: its letters, a 9 for each digit, and marks for a prefix and a suffix. */
export function codePattern(key: string): string {
  const [, before = '', letters = '', digits = '', after = ''] = /^(\d*)(\p{Lu}+)(\d+)(\p{Lu}*)$/u.exec(key) ?? [];
  return `${before && '9'}${letters}${digits.replace(/\d/g, '9')}${after && 'A'}`;
}
