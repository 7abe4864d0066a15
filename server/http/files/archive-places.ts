/** The slot of a download that is being sent. */
export type Place = {
  /** Notes that the server now waits for the client to read; until then the server itself was working. */
  wait(): void;
  /** Notes that the client has read. */
  move(): void;
  release(): void;
};

export type Places = {
  /**
   * Returns a slot for a download of this site (client-address.ts), or null if none is free. `end` is called when
   * another download gets the slot instead.
   */
  take(site: string, end: () => void): Place | null;
};

type Held = {
  site: string;
  /** True while the server waits for the client. */
  isWaiting: boolean;
  /** Time when the client last read, or began to wait. */
  movedAt: number;
  end: () => void;
};

/**
 * Creates a limited number of slots for long downloads. If all are in use, ends a download whose client has read
 * nothing for `stalledMs`; else the slowest download of the site with the most slots, if the new client's site has
 * fewer. A download on which the server itself is working counts as fast.
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

  const stalest = (among: readonly Held[]): Held | null =>
    among.reduce<Held | null>((found, each) => (found && found.movedAt <= each.movedAt ? found : each), null);

  function findGivingWay(site: string): Held | null {
    const first = stalest([...held].filter(({ isWaiting }) => isWaiting));
    if (first && now() - first.movedAt >= stalledMs) return first;
    const bySite = Map.groupBy(held, (each) => each.site);
    const largest = [...bySite.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
    if (largest.length <= (bySite.get(site)?.length ?? 0) + 1) return null;
    return stalest(largest.filter(({ isWaiting }) => isWaiting)) ?? stalest(largest);
  }

  return {
    take(site, end) {
      if (held.size >= max) {
        const givingWay = findGivingWay(site);
        if (!givingWay) return null;
        held.delete(givingWay);
        givingWay.end();
      }
      const each: Held = { site, isWaiting: false, movedAt: now(), end };
      held.add(each);
      const note = (isWaiting: boolean) => Object.assign(each, { isWaiting, movedAt: now() });
      return {
        wait: () => void note(true),
        move: () => void note(false),
        release: () => void held.delete(each),
      };
    },
  };
}
