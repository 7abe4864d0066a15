/** One thing that many want: each in turn, but not more of them and not longer than is bearable. */
export interface Turns {
  /** Null once it is the caller's turn, who then must `pass` it on; else why it will not be. */
  take(): Promise<string | null>;
  pass(): void;
}

export function createTurns({ maxWaiting, waitMs }: { maxWaiting: number; waitMs: number }): Turns {
  const waiting = new Set<() => void>();
  let isTaken = false;
  return {
    take() {
      if (!isTaken) {
        isTaken = true;
        return Promise.resolve(null);
      }
      if (waiting.size >= maxWaiting) return Promise.resolve(`${maxWaiting} others wait to write already`);
      return new Promise((resolve) => {
        const take = () => {
          clearTimeout(timer);
          resolve(null);
        };
        const timer = setTimeout(() => {
          waiting.delete(take);
          resolve(`the write before did not end within ${waitMs} ms`);
        }, waitMs);
        waiting.add(take);
      });
    },
    pass() {
      // A Set keeps the order of insertion: who came first is next.
      const [next] = waiting;
      if (!next) {
        isTaken = false;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}
