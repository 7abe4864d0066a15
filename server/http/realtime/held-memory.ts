/** The memory that a connection uses, in bytes. */
type Held = {
  /** Sent, but not yet read by the client. */
  unread: number;
  /** Received parts of an incomplete message. */
  incomplete: number;
  /** Messages without a response so far. */
  unanswered: number;
  /** The connection's subscriptions. */
  subscribed: number;
};

/** A connection, as the shared memory budget sees it. */
export type Holder = {
  /** The site of the client (connections/client-address.ts). */
  site: string;
  held(): Held;
  /** Returns the number of bytes that the client has read so far, as far as the system knows. */
  readBytes(): number;
  /** Returns the number of complete messages received so far. */
  messageCount(): number;
  terminate(reason: string): void;
};

/** Bytes of a connection, of a site, or of all connections, when last counted. */
export type Sum = {
  /** The bytes that only terminating the connection frees: all except subscriptions. */
  pending: number;
  subscribed: number;
};

/** A connection as last counted. */
type Entry = Sum & {
  readBytes: number;
  /** Time when the client last read something, or had nothing to read. */
  readAt: number;
  messageCount: number;
  /** Time when the client last completed a message, or had none to complete. */
  completeAt: number;
};

export type Site = Sum & { entries: Map<Holder, Entry> };

type HeldMemory = {
  readonly all: Readonly<Sum>;
  sites(): Iterable<Site>;
  add(holder: Holder): void;
  remove(holder: Holder): void;
  /** Counts the bytes of a holder again and returns its site; null if the holder was removed. */
  count(holder: Holder): { site: Site; entry: Entry } | null;
  countSite(site: Site): void;
};

/** Sums the memory that connections use, by site. */
export function createHeldMemory(now: () => number): HeldMemory {
  const sites = new Map<string, Site>();
  const all: Sum = { pending: 0, subscribed: 0 };

  function change(site: Site, { pending, subscribed }: Sum, sign: 1 | -1): void {
    for (const sum of [site, all]) {
      sum.pending += sign * pending;
      sum.subscribed += sign * subscribed;
    }
  }

  function recount(holder: Holder, site: Site, entry: Entry): void {
    const { unread, incomplete, unanswered, subscribed } = holder.held();
    change(site, entry, -1);
    Object.assign(entry, { pending: unread + incomplete + unanswered, subscribed });
    change(site, entry, 1);
    const [readBytes, messageCount] = [holder.readBytes(), holder.messageCount()];
    if (unread === 0 || readBytes !== entry.readBytes) Object.assign(entry, { readBytes, readAt: now() });
    if (incomplete === 0 || messageCount !== entry.messageCount)
      Object.assign(entry, { messageCount, completeAt: now() });
  }

  return {
    all,
    sites: () => sites.values(),
    add(holder) {
      const site: Site = sites.get(holder.site) ?? { pending: 0, subscribed: 0, entries: new Map() };
      sites.set(holder.site, site);
      const moment = now();
      const [readBytes, messageCount] = [holder.readBytes(), holder.messageCount()];
      site.entries.set(holder, {
        pending: 0,
        subscribed: 0,
        readBytes,
        readAt: moment,
        messageCount,
        completeAt: moment,
      });
    },
    remove(holder) {
      const site = sites.get(holder.site);
      const entry = site?.entries.get(holder);
      if (!site || !entry) return;
      site.entries.delete(holder);
      change(site, entry, -1);
      if (site.entries.size === 0) sites.delete(holder.site);
    },
    count(holder) {
      const site = sites.get(holder.site);
      const entry = site?.entries.get(holder);
      if (!site || !entry) return null;
      recount(holder, site, entry);
      return { site, entry };
    },
    countSite(site) {
      for (const [holder, entry] of site.entries) recount(holder, site, entry);
    },
  };
}
