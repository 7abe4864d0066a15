/** Longer texts are compared by their beginnings. */
const maxLetters = 400;

/**
 * Returns 0 to 1: one less the share of letters that have to be changed to turn one text into the other (Levenshtein).
 */
export function likeness(first: string, second: string): number {
  const a = first.slice(0, maxLetters);
  const b = second.slice(0, maxLetters);
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 1; at <= a.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= b.length; to += 1) {
      const exchange = (row[to - 1] ?? 0) + (a[at - 1] === b[to - 1] ? 0 : 1);
      next.push(Math.min(exchange, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return 1 - (row[b.length] ?? 0) / longer;
}
