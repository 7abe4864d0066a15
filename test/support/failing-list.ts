/** A list that cannot be read. */
export function failingList(error: Error): AsyncIterable<never> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        throw error;
      },
    }),
  };
}
