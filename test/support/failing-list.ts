/** Returns a list that fails when it is read. */
export function failingList(error: Error): AsyncIterable<never> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        throw error;
      },
    }),
  };
}
