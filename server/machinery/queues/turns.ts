/** Items in rotation: lane by lane, and key by key within a lane. */
export interface Turns<Lane extends string, Item> {
  add(lane: Lane, key: string, item: Item): void;
  /** Removes and returns the next item whose key is not among `busy`; its lane and key move to the end of theirs. */
  next(busy: ReadonlySet<string>): { key: string; item: Item } | null;
  remove(lane: Lane, key: string, item: Item): void;
  /** Returns the number of items: in all lanes, in one, or under one key of it. */
  count(lane?: Lane, key?: string): number;
  /** Returns all items, lane by lane. */
  all(): Item[];
}

/** Creates the lanes. Throws an Error for a lane that is not one of `names`. */
export function createTurns<Lane extends string, Item>(names: readonly Lane[]): Turns<Lane, Item> {
  // A Map has its entries in the order of insertion: a key that was served is inserted again, at the end.
  const lanes = new Map(names.map((name) => [name, new Map<string, Item[]>()]));

  function laneOf(name: Lane): Map<string, Item[]> {
    const lane = lanes.get(name);
    if (!lane) throw new Error(`there is no lane ${name}`);
    return lane;
  }
  const itemsOf = (lane: Map<string, Item[]>) => [...lane.values()].flat();
  const all = () => [...lanes.values()].flatMap(itemsOf);

  return {
    all,

    add(name, key, item) {
      const lane = laneOf(name);
      lane.set(key, [...(lane.get(key) ?? []), item]);
    },

    next(busy) {
      for (const [name, lane] of lanes) {
        for (const [key, [item, ...others]] of lane) {
          if (item === undefined || busy.has(key)) continue;
          lane.delete(key);
          if (others.length > 0) lane.set(key, others);
          lanes.delete(name);
          lanes.set(name, lane);
          return { key, item };
        }
      }
      return null;
    },

    remove(name, key, item) {
      const lane = laneOf(name);
      const others = lane.get(key)?.filter((each) => each !== item) ?? [];
      if (others.length > 0) lane.set(key, others);
      else lane.delete(key);
    },

    count(name, key) {
      if (name === undefined) return all().length;
      const lane = laneOf(name);
      return key === undefined ? itemsOf(lane).length : (lane.get(key)?.length ?? 0);
    },
  };
}
