/** Number of digits to which numbers are padded; longer numbers are not counts, and are compared digit by digit. */
const digits = 10;
/** Length after which a key has no effect on the order, because databases limit index entries. In code points. */
const maxKeyLength = 500;

const accent = /[\u0300-\u036f]/g;
const devanagariDigit = /[\u0966-\u096f]/g;

/**
 * Returns the key for natural order: texts are in natural order when their keys are ordered by code points. Unit 2 is
 * before Unit 10, regardless of case, accents and the script of digits. PostgreSQL has the same function,
 * `natural_key`, for folded text.
 */
export function naturalKey(text: string): string {
  const plain = text
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replace(accent, '')
    .replace(devanagariDigit, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/ +/g, ' ')
    .replace(/[0-9]+/g, `${'0'.repeat(digits)}$&`)
    .replace(new RegExp(String.raw`(?<![0-9])0+([0-9]{${digits},})`, 'g'), '$1');
  return Array.from(plain).slice(0, maxKeyLength).join('');
}

/** Compares texts in natural order, the order of lists by title. */
export function compareNaturally(one: string, other: string): number {
  const [before, after] = [naturalKey(one), naturalKey(other)];
  if (before === after) return 0;
  return before < after ? -1 : 1;
}
