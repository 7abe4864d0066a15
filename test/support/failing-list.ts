/** A list that fails to be read. */
export function failingList(error: Error): AsyncIterable<never> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        throw error;
      },
    }),
  };
}
