/**
 * Returns a count with its noun in the right number: `1 page`, `12 pages`. Pass `many` for nouns whose plural needs
 * more than an s.
 */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
