import { createRateLimit } from '#server/http/admission/rate-limit.ts';
import type { RealtimeLimits } from './limits.ts';

/**
 * Counts the open connections of each site (connections/client-address.ts), and its attempts and sent bytes in a minute.
 */
export type ConnectionCount = {
  /**
   * True if the site may not open one more connection. Counts as an attempt of the site. If all sites together are at
   * their limit, closes the oldest connection of the site with the most connections, unless the new site has as many.
   */
  isFull(site: string): boolean;
  /**
   * Counts bytes that a site sent. Returns false if the site sent too many in this minute and this connection, with
   * `ofConnection` bytes, sent more than an equal share: a client that sends little isn't disconnected because of
   * others.
   */
  takeBytes(site: string, bytes: number, ofConnection: number): boolean;
  /** Counts an open connection until the returned function is called, or the connection is closed with `end`. */
  add(site: string, end: () => void): () => void;
};

type Open = { site: string; end: () => void };

/** Starts with no connection. */
export function createConnectionCount(
  limits: Pick<
    RealtimeLimits,
    'connections' | 'connectionsPerAddress' | 'connectsPerMinute' | 'messageBytesPerMinutePerAddress'
  >,
): ConnectionCount {
  const connects = createRateLimit({ limit: limits.connectsPerMinute, windowMs: 60_000, now: Date.now });
  const bytes = createRateLimit({ limit: limits.messageBytesPerMinutePerAddress, windowMs: 60_000, now: Date.now });
  const equalShare = limits.messageBytesPerMinutePerAddress / limits.connectionsPerAddress;
  const sites = new Map<string, Set<Open>>();
  let open = 0;
  const countOf = (site: string) => sites.get(site)?.size ?? 0;

  function remove(each: Open): void {
    const ofSite = sites.get(each.site);
    if (!ofSite?.delete(each)) return;
    open -= 1;
    if (ofSite.size === 0) sites.delete(each.site);
  }

  /**
   * Closes the oldest connection of the site with the most connections, for a new one of `site`. Returns false if
   * `site` itself has as many.
   */
  function makeRoom(site: string): boolean {
    const largest = [...sites.values()].reduce<ReadonlySet<Open>>(
      (most, each) => (each.size > most.size ? each : most),
      new Set(),
    );
    const [oldest] = largest;
    if (!oldest || largest.size <= countOf(site) + 1) return false;
    remove(oldest);
    oldest.end();
    return true;
  }

  return {
    isFull(site) {
      if (countOf(site) >= limits.connectionsPerAddress || connects.take(site).isExceeded) return true;
      return open >= limits.connections && !makeRoom(site);
    },
    takeBytes: (site, count, ofConnection) => !bytes.take(site, count).isExceeded || ofConnection <= equalShare,
    add(site, end) {
      const each = { site, end };
      sites.set(site, (sites.get(site) ?? new Set()).add(each));
      open += 1;
      return () => remove(each);
    },
  };
}
