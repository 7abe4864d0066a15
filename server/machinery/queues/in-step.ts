/**
 * Returns a function that returns true if a list contains a text. Call it with ascending texts; the list must be sorted
 * by code points. Both are read once, and neither is held in memory. Rejects if the list is not sorted, because the
 * result would be wrong.
 */
export function sortedContains(sorted: AsyncIterable<string>): (text: string) => Promise<boolean> {
  const listed = sorted[Symbol.asyncIterator]();
  let current: string | null = '';
  return async (text) => {
    while (current !== null && current < text) {
      const next = await listed.next();
      const value: string | null = next.done ? null : next.value;
      if (value !== null && value < current) throw new Error(`a list is not sorted: ${value} comes after ${current}`);
      current = value;
    }
    return current === text;
  };
}
