/**
 * Makes a function that says whether a list has a text, if it is asked for texts in ascending order and the list is sorted by
 * code points: both are gone through once, and neither is held in memory. Rejects if the list is not sorted, since what is in it
 * could not be told then.
 */
export function inStep(sorted: AsyncIterable<string>): (text: string) => Promise<boolean> {
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
