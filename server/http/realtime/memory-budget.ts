/** What a connection holds in memory, in bytes. */
export type Held = {
  /** Sent, but not yet read by its client. */
  unread: number;
  /** Received of a message that is not complete. */
  incoming: number;
  /** Its subscriptions. */
  subscribed: number;
};

/** A connection as the budget sees it. */
export type Holder = {
  /** The network of its client. */
  address: string;
  held(): Held;
  /** What its client has read so far, as far as the system knows, in bytes. */
  readBytes(): number;
  terminate(reason: string): void;
};

export type MemoryBudgetLimits = {
  /** What all connections together may hold, and those of one address, in bytes. */
  heldBytes: number;
  heldBytesPerAddress: number;
  /** Timeout in ms after which a client that reads none of its messages is disconnected, whatever it sends. */
  unreadMs: number;
};

export type MemoryBudget = {
  add(holder: Holder): void;
  remove(holder: Holder): void;
  /** Counts what a holder holds now; called after something was sent to it. May terminate it, or others. */
  count(holder: Holder): void;
  /** True if a holder may hold so much more for its subscriptions. */
  hasRoom(holder: Holder, bytes: number): boolean;
  /** Counts all, and terminates those that hold too much or read nothing. Called every second. */
  sweep(): void;
};

type Entry = { bytes: number; readBytes: number; readAt: number };
type OfAddress = { bytes: number; entries: Map<Holder, Entry> };

/**
 * Bounds the memory of all connections together. When an address holds more than its share, or all hold too much, the
 * connection goes that has most unread or unfinished, of the address that holds most.
 */
export function createMemoryBudget(limits: MemoryBudgetLimits, now: () => number = Date.now): MemoryBudget {
  const addresses = new Map<string, OfAddress>();
  let total = 0;

  function recount(holder: Holder, of: OfAddress, entry: Entry): void {
    const { unread, incoming, subscribed } = holder.held();
    const bytes = unread + incoming + subscribed;
    total += bytes - entry.bytes;
    of.bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    const readBytes = holder.readBytes();
    if (unread > 0 && readBytes === entry.readBytes) return;
    entry.readBytes = readBytes;
    entry.readAt = now();
  }

  function recountAll(of: OfAddress): void {
    for (const [holder, entry] of of.entries) recount(holder, of, entry);
  }

  /** Terminates connections of an address until `isEnough`, or until none of them has anything unread or unfinished. */
  function shrink(of: OfAddress, isEnough: () => boolean): void {
    recountAll(of);
    while (!isEnough()) {
      const [most] = [...of.entries.keys()].toSorted((one, other) => pendingOf(other) - pendingOf(one));
      if (!most || pendingOf(most) === 0) return;
      remove(most);
      most.terminate('too much is waiting for its client');
    }
  }

  function enforce(of: OfAddress): void {
    if (of.bytes > limits.heldBytesPerAddress) shrink(of, () => of.bytes <= limits.heldBytesPerAddress);
    if (total <= limits.heldBytes) return;
    for (const each of [...addresses.values()].toSorted((one, other) => other.bytes - one.bytes)) {
      shrink(each, () => total <= limits.heldBytes);
      if (total <= limits.heldBytes) return;
    }
  }

  function remove(holder: Holder): void {
    const of = addresses.get(holder.address);
    const entry = of?.entries.get(holder);
    if (!of || !entry) return;
    of.entries.delete(holder);
    of.bytes -= entry.bytes;
    total -= entry.bytes;
    if (of.entries.size === 0) addresses.delete(holder.address);
  }

  return {
    add(holder) {
      const of = addresses.get(holder.address) ?? { bytes: 0, entries: new Map<Holder, Entry>() };
      addresses.set(holder.address, of);
      of.entries.set(holder, { bytes: 0, readBytes: holder.readBytes(), readAt: now() });
    },
    remove,
    count(holder) {
      const of = addresses.get(holder.address);
      const entry = of?.entries.get(holder);
      if (!of || !entry) return;
      recount(holder, of, entry);
      enforce(of);
    },
    hasRoom(holder, bytes) {
      const ofAddress = addresses.get(holder.address)?.bytes ?? 0;
      return ofAddress + bytes <= limits.heldBytesPerAddress && total + bytes <= limits.heldBytes;
    },
    sweep() {
      for (const of of addresses.values()) {
        recountAll(of);
        for (const [holder, { readAt }] of of.entries) {
          if (holder.held().unread === 0 || now() - readAt < limits.unreadMs) continue;
          remove(holder);
          holder.terminate('its client has stopped reading');
        }
        enforce(of);
      }
    },
  };
}

function pendingOf(holder: Holder): number {
  const { unread, incoming } = holder.held();
  return unread + incoming;
}
