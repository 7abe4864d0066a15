/** A place of a download that is being sent. */
export type Place = {
  /** Notes that the client has taken something. */
  move(): void;
  release(): void;
};

export type Places = {
  /**
   * A place for a download of this network, or null if there is none. `end` is called when another download gets the
   * place instead.
   */
  take(network: string, end: () => void): Place | null;
};

type Held = { network: string; movedAt: number; end: () => void };

/**
 * Makes a limited number of places for downloads that take long. When all are taken, a download gives way whose client
 * has taken nothing for `stalledMs`; else the slowest one of the network that has most places, if the newcomer's network
 * has fewer.
 */
export function createPlaces({
  max,
  stalledMs,
  now = Date.now,
}: {
  max: number;
  stalledMs: number;
  now?: () => number;
}): Places {
  const held = new Set<Held>();

  const stalest = (among: Iterable<Held>): Held | null =>
    [...among].reduce<Held | null>((found, each) => (found && found.movedAt <= each.movedAt ? found : each), null);

  function findGivingWay(network: string): Held | null {
    const first = stalest(held);
    if (first && now() - first.movedAt >= stalledMs) return first;
    const byNetwork = Map.groupBy(held, (each) => each.network);
    const largest = [...byNetwork.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
    return largest.length > (byNetwork.get(network)?.length ?? 0) + 1 ? stalest(largest) : null;
  }

  return {
    take(network, end) {
      if (held.size >= max) {
        const givingWay = findGivingWay(network);
        if (!givingWay) return null;
        held.delete(givingWay);
        givingWay.end();
      }
      const each: Held = { network, movedAt: now(), end };
      held.add(each);
      return {
        move() {
          each.movedAt = now();
        },
        release: () => void held.delete(each),
      };
    },
  };
}
