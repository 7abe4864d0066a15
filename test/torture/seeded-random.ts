/** Random choices that can be repeated with the same seed. */
export type Random = {
  /** From 0 up to, not including, `end`. */
  below(end: number): number;
  /** True once in so many times. */
  onceIn(times: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
};

/** mulberry32: 32 bits of state are plenty for choosing what to do next. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (end) => Math.floor(next() * end),
    onceIn: (times) => next() * times < 1,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
  };
}
