/**
 * Formats numbers and lists in Nepali. By ourselves, because Chromium has no data of this language: its `Intl`
 * would write `1,234`.
 */

/** Writes digits in Devanagari and leaves everything else: `2079/80` becomes `२०७९/८०`. For years and page numbers. */
export function digits(value: number | string): string {
  return String(value).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0x936));
}

/** Writes a number, with separators as in India and Nepal: `१२,३४,५६७`. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  // The first formatted number of a page takes a browser milliseconds, and most are small.
  const isSmall = Number.isInteger(value) && value >= 0 && value < 1000;
  return digits(isSmall ? value : value.toLocaleString('en-IN', options));
}

/** Writes a count with its noun, which is the same for one and many in Nepali: `१,२०० पृष्ठ`. */
export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}`;
}

/** Writes a list: `क, ख र ग`. */
export function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} र ${items.at(-1)}`;
}

/** Names a button whose label lacks what it is about, for screen readers: `Done: Calculus 2024`. */
export function named(label: string, about: string): string {
  return `${label}: ${about}`;
}
