import { createHeldMemory, type Holder, type Site, type Sum } from './held-memory.ts';

export type MemoryBudgetLimits = {
  /**
   * Maximum memory that all connections together, and those of one site, may use, in bytes. Subscriptions may use 3/4
   * of it.
   */
  heldBytes: number;
  heldBytesPerAddress: number;
  /** Timeout in ms after which a client that reads none of its messages is disconnected, even if it sends. */
  unreadMs: number;
  /**
   * Timeout in ms after which a client that doesn't complete its message is disconnected, even if it sends other data.
   */
  incompleteMs: number;
};

export type MemoryBudget = {
  add(holder: Holder): void;
  remove(holder: Holder): void;
  /**
   * Updates the memory count of a holder; call it after something was sent or received. May terminate this holder or
   * others.
   */
  count(holder: Holder): void;
  /**
   * Frees memory for more bytes of subscriptions: terminates connections that have more than twice as many as this
   * holder would then have. Returns false if there is not enough memory and no such connection.
   */
  makeRoom(holder: Holder, bytes: number): boolean;
  /**
   * Counts all connections, and terminates those that use too much memory, read nothing or never complete a message.
   * Called every second.
   */
  sweep(): void;
};

/**
 * Fraction of its budget to which a site is reduced when it exceeds it; otherwise each further message would search for
 * a connection to terminate.
 */
const shrunkShare = 7 / 8;
/** Otherwise subscriptions could fill the budget, and every message would disconnect somebody. */
const subscribedShare = 3 / 4;

const bytesOf = ({ pending, subscribed }: Sum) => pending + subscribed;

/**
 * Limits the memory of all connections together. When a site uses more than its share, or all together use too much,
 * terminates connections: those with the most unread, incomplete or unanswered bytes, of the site with the most of
 * them.
 */
export function createMemoryBudget(limits: MemoryBudgetLimits, now: () => number = Date.now): MemoryBudget {
  const { heldBytes: max, heldBytesPerAddress: maxOfSite } = limits;
  const memory = createHeldMemory(now);
  const { all } = memory;

  function end(holder: Holder, reason: string): void {
    memory.remove(holder);
    holder.terminate(reason);
  }

  /** Terminates connections of a site, those with the most pending bytes first, until `isEnough` returns true. */
  function shrink(site: Site, isEnough: () => boolean): void {
    const pending = [...site.entries].filter(([, entry]) => entry.pending > 0);
    for (const [holder] of pending.toSorted(([, one], [, other]) => other.pending - one.pending)) {
      if (isEnough()) return;
      end(holder, 'its client left too much unread');
    }
  }

  function enforceOfSite(site: Site): void {
    if (bytesOf(site) <= maxOfSite) return;
    memory.countSite(site);
    if (bytesOf(site) > maxOfSite) shrink(site, () => bytesOf(site) <= maxOfSite * shrunkShare);
  }

  function enforceOfAll(): void {
    if (bytesOf(all) <= max) return;
    for (const site of memory.sites()) memory.countSite(site);
    for (const site of [...memory.sites()].toSorted((one, other) => other.pending - one.pending)) {
      if (bytesOf(all) <= max) return;
      shrink(site, () => bytesOf(all) <= max * shrunkShare);
    }
  }

  /**
   * Terminates the connection of a site with the most bytes of subscriptions. Returns false if they have at most
   * `bytes`.
   */
  function endLargest(site: Site, bytes: number): boolean {
    const largest = [...site.entries].reduce((most, each) => (each[1].subscribed > most[1].subscribed ? each : most));
    if (largest[1].subscribed <= bytes) return false;
    end(largest[0], 'others need the memory of its subscriptions');
    return true;
  }

  return {
    add: memory.add,
    remove: memory.remove,
    count(holder) {
      const counted = memory.count(holder);
      if (!counted) return;
      enforceOfSite(counted.site);
      enforceOfAll();
    },
    makeRoom(holder, bytes) {
      const counted = memory.count(holder);
      if (!counted) return false;
      if (bytes <= 0) return true;
      const { site, entry } = counted;
      const tooLarge = 2 * (entry.subscribed + bytes);
      while (site.subscribed + bytes > maxOfSite * subscribedShare) if (!endLargest(site, tooLarge)) return false;
      while (all.subscribed + bytes > max * subscribedShare) {
        const largest = [...memory.sites()].reduce((most, each) => (each.subscribed > most.subscribed ? each : most));
        const isMuchLarger = largest.subscribed > 2 * (site.subscribed + bytes);
        if (!endLargest(largest, isMuchLarger ? 0 : tooLarge)) return false;
      }
      return true;
    },
    sweep() {
      const moment = now();
      for (const site of memory.sites()) {
        memory.countSite(site);
        for (const [holder, { readAt, completeAt }] of site.entries) {
          if (moment - readAt >= limits.unreadMs) end(holder, 'its client has stopped reading');
          else if (moment - completeAt >= limits.incompleteMs) end(holder, 'its client never completed a message');
        }
        enforceOfSite(site);
      }
      enforceOfAll();
    },
  };
}
