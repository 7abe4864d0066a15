/** Formats numbers, counts and lists as the language writes them. */

const language = 'en';

/** Writes a number: `1,234`. */
export function number(value: number): string {
  // The first formatted number of a page takes a browser milliseconds, and most are small.
  return Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : value.toLocaleString(language);
}

/** Writes a number without separators, in the language's digits: years, page numbers, percentages. */
export function digits(value: number | string): string {
  return String(value);
}

/** Writes a count with its noun: `1 page`, `1,200 pages`. Pass `many` for nouns whose plural needs more than an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** Names a button whose label lacks what it is about, for screen readers: `Done: Calculus 2024`. */
export function named(label: string, about: string): string {
  return `${label}: ${about}`;
}
