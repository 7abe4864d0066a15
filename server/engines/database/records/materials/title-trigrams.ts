/**
 * Maximum number of trigrams to look up: a few leave so few rows that more would cost more than comparing the titles.
 */
const maxTrigrams = 6;

/** Returns some of the groups of three consecutive code points of a text; none if it is shorter. */
export function chooseTrigrams(text: string): string[] {
  const letters = [...text];
  const trigrams = letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''));
  return spread([...new Set(trigrams)], maxTrigrams);
}

/** Returns at most `count` of the items, evenly spaced from the first to the last. */
function spread(items: readonly string[], count: number): string[] {
  if (items.length <= count) return [...items];
  const step = (items.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => items[Math.round(index * step)] ?? '');
}
