/** A few trigrams leave so few rows that more of them would cost more than comparing the titles. */
const maxTrigrams = 6;

/** Some of the groups of three code points in a row in a text; none if it is shorter. */
export function chooseTrigrams(text: string): string[] {
  const letters = [...text];
  const trigrams = letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''));
  return spread([...new Set(trigrams)], maxTrigrams);
}

/** At most `count` of the items, from the first to the last at equal distances. */
function spread(items: readonly string[], count: number): string[] {
  if (items.length <= count) return [...items];
  const step = (items.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => items[Math.round(index * step)] ?? '');
}
