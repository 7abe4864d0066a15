import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, plainAddress, siteOf } from '#server/http/requests/client-address.ts';
import { beginProgress, measureProgress, rankOf, working, type Progress } from './connection-progress.ts';
import type { Awaited } from './requests-in-turn.ts';

export type ConnectionLimits = {
  /**
   * Maximum number of open connections of one network address; a trusted proxy may have as many as all addresses
   * together.
   */
  ofAddress: number;
  inAll: number;
  /** Maximum total number of bytes of responses in memory that clients have not read yet. */
  unreadBytes: number;
  /** Minimum speed of a client while `unreadBytes` is exceeded; a slower one is disconnected. */
  slowBytesPerSecond: number;
  /** Timeout in ms for a client that neither reads nor sends the data that the server waits for. */
  idleMs: number;
};

/**
 * Default limits. A connection with a request takes some 40 KB, and 128 KB while its headers arrive. One address may be
 * a whole campus, where 384 people download at the same time and any number of others pause between two requests.
 * Websockets have separate limits (realtime/limits.ts). A phone that loses its network for a minute has to repeat its
 * request.
 */
export const connectionLimits: ConnectionLimits = {
  ofAddress: 384,
  inAll: 1536,
  unreadBytes: 64 * 1024 * 1024,
  slowBytesPerSecond: 1024,
  idleMs: 60_000,
};

/** Time without progress after which the client of a connection gives way to another one of the same address or site. */
const stuckMs = 5000;
/**
 * Number of clients a second that give way to others of the same address or site sooner. Further newcomers of a flood are
 * closed at once, which costs far less than replacing one connection by the other, thousands of times a second.
 */
const replacedASecond = 32;

/** Interval between measurements of the progress of each connection. */
const sweepMs = 1000;

type Held = Progress & { network: string; site: string };

export type Connections = {
  /** Stops counting a connection that no longer carries plain HTTP. */
  release(socket: Socket): void;
  /** Measures all connections and closes those that exceed `idleMs` or `unreadBytes`. Called every second. */
  sweep(): void;
};

/**
 * Limits the open connections of a server. When an address, or the server, has reached its limit, it closes one
 * connection to accept the new one: a connection of the same address, or of the site (client-address.ts) with the most
 * connections. It first closes connections without a request, then those whose clients read or send slowest. It
 * disconnects a client whose request it is working on only for a client of a site with fewer connections, and many
 * clients a second that make progress also only for these. So a new connection is refused only if its own address or
 * site has the most connections and all of them are in use.
 */
export function limitConnections(
  server: Server,
  parts: {
    isTrusted: (address: string) => boolean;
    awaitedOf: (socket: Socket) => Awaited;
    limits?: ConnectionLimits;
    now?: () => number;
  },
): Connections {
  const { isTrusted, awaitedOf, limits = connectionLimits, now = Date.now } = parts;
  const held = createHeldConnections();
  const search = createSearch({ isHeld: held.has, awaitedOf, now });
  /** Numbers of connections that gave way since the last sweep, by address or site. */
  const replaced = new Map<string, number>();
  // Node's own limit counts the time during which the server itself is working.
  server.timeout = 0;
  const timer = setInterval(sweep, sweepMs).unref();
  server.once('close', () => clearInterval(timer));

  function close(each: Held): void {
    held.remove(each);
    each.socket.destroy();
  }

  /** Closes the slowest of these connections. Returns false if there is none. */
  function giveWay(key: string, among: () => Iterable<Held>, mayInterrupt: boolean): boolean {
    const count = replaced.get(key) ?? 0;
    const soon = count < replacedASecond ? 'waiting' : 'stuck';
    const slowest = search.find(key, among, mayInterrupt ? 'any' : soon);
    if (!slowest) return false;
    replaced.set(key, count + 1);
    close(slowest);
    return true;
  }

  /**
   * Closes the slowest connection of the site with the most connections, for a new one of `site`. Returns false if
   * there is none.
   */
  function makeRoom(site: string): boolean {
    const [largest, ofLargest] = held.largestSite();
    return giveWay(largest, () => ofLargest, held.countOfSite(site) < ofLargest.size);
  }

  function sweep(): void {
    const moment = now();
    replaced.clear();
    search.clear();
    let unread = 0;
    const slow: Held[] = [];
    for (const each of held.all()) {
      measureProgress(each, awaitedOf(each.socket), moment, limits.slowBytesPerSecond);
      // Node itself limits the time between requests, and the time until the head of a request is complete.
      if (each.awaited !== 'request' && moment - each.movedAt >= limits.idleMs) close(each);
      else {
        unread += each.socket.writableLength;
        if (each.isSlow && each.awaited === 'reader') slow.push(each);
      }
    }
    const fromLargest = slow.toSorted((one, other) => held.countOfSite(other.site) - held.countOfSite(one.site));
    for (const each of fromLargest) {
      if (unread <= limits.unreadBytes) return;
      unread -= each.socket.writableLength;
      close(each);
    }
  }

  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    const [network, site] = [networkOf(address), siteOf(address)];
    const isOwnFull = !isTrusted(address) && held.countOfNetwork(network) >= limits.ofAddress;
    const hasRoom =
      (!isOwnFull || giveWay(network, () => held.ofNetwork(network, site), false)) &&
      (held.count() < limits.inAll || makeRoom(site));
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    const each = { ...beginProgress(socket, now()), network, site };
    held.add(each);
    socket.once('close', () => held.remove(each));
  });

  return { release: held.release, sweep };
}

/** Collects open connections, by network and by site. */
function createHeldConnections() {
  const sites = new Map<string, Set<Held>>();
  const networkCounts = new Map<string, number>();
  const heldBy = new WeakMap<Socket, Held>();
  let open = 0;

  function remove(each: Held): void {
    const ofSite = sites.get(each.site);
    if (!ofSite?.delete(each)) return;
    open -= 1;
    if (ofSite.size === 0) sites.delete(each.site);
    const left = (networkCounts.get(each.network) ?? 1) - 1;
    if (left > 0) networkCounts.set(each.network, left);
    else networkCounts.delete(each.network);
  }

  return {
    add(each: Held): void {
      sites.set(each.site, (sites.get(each.site) ?? new Set()).add(each));
      networkCounts.set(each.network, (networkCounts.get(each.network) ?? 0) + 1);
      heldBy.set(each.socket, each);
      open += 1;
    },
    remove,
    release(socket: Socket): void {
      const each = heldBy.get(socket);
      if (each) remove(each);
    },
    has: (each: Held) => sites.get(each.site)?.has(each) === true,
    count: () => open,
    countOfSite: (site: string) => sites.get(site)?.size ?? 0,
    countOfNetwork: (network: string) => networkCounts.get(network) ?? 0,
    ofNetwork: (network: string, site: string) =>
      [...(sites.get(site) ?? [])].filter((each) => each.network === network),
    largestSite: () => [...sites].reduce((most, each) => (each[1].size > most[1].size ? each : most)),
    all: () => Array.from(sites.values(), (ofSite) => [...ofSite]).flat(),
  };
}

function isStuck({ isSlow, movedAt }: Held, moment: number): boolean {
  return isSlow || moment - movedAt >= stuckMs;
}

/**
 * Number of slowest connections found in one search. The first is closed at once, the others for the next new
 * connections, without another search.
 */
const foundAtOnce = 64;
/** Shortest time between two searches that find nothing: one over 1,500 connections takes half a millisecond. */
const searchEveryMs = 20;

/**
 * The connections that may be closed: `any`, those that wait for their client, or those whose client is `stuck`. Ones
 * without a request may always be.
 */
type Closable = 'any' | 'waiting' | 'stuck';

type Found = { at: number; slowest: Held[]; isEmpty: boolean };

/**
 * Creates the search for the slowest of the connections that a key names. A flood of new connections costs one search for
 * each 64 of them that are accepted, and 50 a second for those that are closed. `clear` is called every second.
 */
function createSearch(parts: {
  isHeld: (each: Held) => boolean;
  awaitedOf: (socket: Socket) => Awaited;
  now: () => number;
}) {
  const { isHeld, awaitedOf, now } = parts;
  const results = new Map<string, Found>();

  function takeFrom({ slowest }: Found, closable: Closable): Held | null {
    for (let each = slowest.shift(); each; each = slowest.shift())
      if (isHeld(each) && (closable === 'any' || awaitedOf(each.socket) !== null)) return each;
    return null;
  }

  function isClosable(each: Held, rank: number, closable: Closable, moment: number): boolean {
    if (closable === 'any' || rank < 0) return true;
    return rank < working && (closable === 'waiting' || isStuck(each, moment));
  }

  return {
    find(key: string, among: () => Iterable<Held>, closable: Closable): Held | null {
      const moment = now();
      const known = results.get(`${closable} ${key}`);
      const next = known ? takeFrom(known, closable) : null;
      if (next || (known?.isEmpty && closable !== 'any' && moment - known.at < searchEveryMs)) return next;
      const slowest = Array.from(among(), (each) => ({ each, rank: rankOf(each, awaitedOf(each.socket), moment) }))
        .filter(({ each, rank }) => isClosable(each, rank, closable, moment))
        .toSorted((one, other) => one.rank - other.rank)
        .slice(0, foundAtOnce)
        .map(({ each }) => each);
      const found = { at: moment, slowest, isEmpty: slowest.length === 0 };
      results.set(`${closable} ${key}`, found);
      return takeFrom(found, closable);
    },
    clear: () => results.clear(),
  };
}
