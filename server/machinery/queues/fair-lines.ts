/**
 * Queues of waiting items, one for each key, such as the network of a client, served round-robin: a network with a
 * hundred requests does not delay networks with one.
 */
export class FairLines<Item> {
  /** The queues by key, in the order in which they are served. */
  readonly #lines = new Map<string, Item[]>();
  readonly #max: number;
  #size = 0;

  /** `max` is the limit for all queues together. */
  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the length of the queue with this key. */
  sizeOf(from: string): number {
    return this.#lines.get(from)?.length ?? 0;
  }

  /**
   * Adds an item to the end of its queue. If the queues are full, the longest one loses its last item. Returns the
   * dropped item, which may be the new one.
   */
  put(from: string, item: Item): Item | null {
    const own = this.#lines.get(from);
    let dropped: Item | null = null;
    if (this.#size >= this.#max) {
      const [longest, line] = [...this.#lines].reduce((most, each) => (each[1].length > most[1].length ? each : most), [
        from,
        own ?? [],
      ] as [string, Item[]]);
      const last = line.at(-1);
      if (last === undefined || line.length <= (own?.length ?? 0) + 1) return item;
      this.remove(longest, last);
      dropped = last;
    }
    if (own) own.push(item);
    else this.#lines.set(from, [item]);
    this.#size += 1;
    return dropped;
  }

  /** Removes and returns the next item whose key `mayGo` accepts; null if there is none. */
  next(mayGo: (from: string) => boolean = () => true): Item | null {
    for (const [from, line] of this.#lines) {
      if (!mayGo(from)) continue;
      const item = line.shift() as Item;
      this.#size -= 1;
      this.#lines.delete(from);
      if (line.length > 0) this.#lines.set(from, line);
      return item;
    }
    return null;
  }

  /** Removes all items and returns them. */
  clear(): Item[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return all;
  }

  /** Removes an item. Returns true if it was queued. */
  remove(from: string, item: Item): boolean {
    const line = this.#lines.get(from);
    const index = line?.indexOf(item) ?? -1;
    if (!line || index < 0) return false;
    line.splice(index, 1);
    this.#size -= 1;
    if (line.length === 0) this.#lines.delete(from);
    return true;
  }
}
