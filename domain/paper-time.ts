/** Bounds of what counts as the time of an exam, in minutes. */
const minMinutes = 10;
const maxMinutes = 600;

const numbers: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };

const label = String.raw`(?:time|duration|samaya?|समय)(?:\s+(?:allowed|limit))?\s*[:\-–—.।]?\s*`;
const hours = String.raw`(?<hours>\d{1,2}|${Object.keys(numbers).join('|')})(?:(?<point>[.:])(?<after>\d{1,2})|\s*(?<half>½|1\/2))?\s*(?:hours?|hrs?|घण्टा|घन्टा)`;
const minutes = String.raw`(?<minutes>\d{1,3})\s*(?:minutes?|mins?|मिनेट)`;
const form = new RegExp(
  String.raw`(?<![\p{L}\p{M}])${label}(?:${hours}(?:\.?,?\s*(?:and\s*)?${minutes})?|${minutes.replace('minutes', 'only')})`,
  'iu',
);

/**
 * Returns the minutes that a paper gives for its exam, if the text of its first page says so (`Time: 3 hours`,
 * `Duration: 2½ hrs`, `समय: ३ घण्टा`), from 10 to 600; else null.
 */
export function readPaperMinutes(text: string): number | null {
  const found = form.exec(withAsciiDigits(text))?.groups;
  if (!found) return null;
  const { hours = '0', point, after, half, minutes = '0', only } = found;
  const whole = numbers[hours.toLowerCase()] ?? Number(hours);
  // 2:30 and 2.30 are half past two; 2.5 is two and a half.
  const isFraction = point === '.' && after?.length === 1;
  const rest = after === undefined ? 0 : isFraction ? Number(after) * 6 : Number(after);
  const total = whole * 60 + rest + (half ? 30 : 0) + Number(only ?? minutes);
  return total >= minMinutes && total <= maxMinutes ? total : null;
}

/** Replaces the digits of Devanagari. */
function withAsciiDigits(text: string): string {
  return text.replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
}
