import { LRUCache } from 'lru-cache';

/** A rendered page, ready to be sent many times. */
export type RenderedPage = {
  status: number;
  headers: Record<string, string>;
  /** The body uncompressed and in the encodings of browsers. */
  body: { identity: Uint8Array; br: Uint8Array | null; gzip: Uint8Array | null };
  /** Names the body, without quotes; the tag of each coding is made from it (content-coding.ts). */
  etag: string;
};

export type PageCache = {
  /**
   * The page of that address, rendered at most once at a time; cached when `render` says `isCacheable`. A requester that
   * aborts `signal` no longer waits: a rendering without waiting requesters is not started.
   */
  get(
    address: string,
    render: () => Promise<{ page: RenderedPage; isCacheable: boolean }>,
    requester?: { from: string; signal: AbortSignal },
  ): Promise<RenderedPage>;
  /** The page of that address when it is cached and not stale, else null. */
  peek(address: string): RenderedPage | null;
  /** Evicts every page: something on the shelf changed. */
  clear(): void;
};

type Kept = { page: RenderedPage; madeAt: number };
/** The placeholder for a rendering until it is scheduled. */
const never = new Promise<RenderedPage>(() => undefined);

type Rendering = { page: Promise<RenderedPage>; hasBegun: boolean; waiting: number; abandon: AbortController };

/** How a rendering waits for its turn (fair-queue.ts). */
type Schedule = <Result>(from: string, job: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * The share of a full cache that pages requested only once may take. A client that requests a thousand addresses which
 * nobody else reads replaces these, and not the pages that are read again.
 */
const shareOfNew = 1 / 4;

/**
 * Caches rendered pages of public addresses, which are the same for every visitor, up to a number of bytes. The least
 * recently requested are evicted first, and before them those requested only once. A page whose rendering was
 * interrupted by `clear` is answered but not cached.
 */
export function createPageCache(options: {
  maxBytes: number;
  maxAgeMs: number;
  now: () => number;
  schedule?: Schedule;
}): PageCache {
  const { maxBytes, schedule = (_from, job) => job() } = options;
  /** Pages requested once, and pages requested again. */
  const fresh = createSegment(maxBytes);
  const popular = createSegment(maxBytes);
  const underWay = new Map<string, Rendering>();
  let generation = 0;

  const isStale = ({ madeAt }: Kept) => options.now() - madeAt >= options.maxAgeMs;

  const peek = (address: string) => {
    const known = popular.get(address);
    const found = known ?? fresh.peek(address);
    if (!found || isStale(found)) return null;
    if (!known) {
      fresh.delete(address);
      popular.set(address, found);
    }
    return found.page;
  };

  function keep(address: string, page: RenderedPage): void {
    popular.delete(address);
    fresh.set(address, { page, madeAt: options.now() });
    while (fresh.calculatedSize + popular.calculatedSize > maxBytes) {
      if (popular.size === 0 || (fresh.size > 1 && fresh.calculatedSize > maxBytes * shareOfNew)) fresh.pop();
      else popular.pop();
    }
  }

  return {
    peek,
    async get(address, render, requester) {
      const found = peek(address);
      if (found) return found;
      let rendering = underWay.get(address);
      if (!rendering) {
        const abandon = new AbortController();
        const begun: Rendering = { page: never, hasBegun: false, waiting: 0, abandon };
        const job = async () => {
          begun.hasBegun = true;
          const began = generation;
          const { page, isCacheable } = await render();
          if (isCacheable && began === generation) keep(address, page);
          return page;
        };
        begun.page = schedule(requester?.from ?? '', job, abandon.signal).finally(() => {
          if (underWay.get(address) === begun) underWay.delete(address);
        });
        underWay.set(address, begun);
        rendering = begun;
      }
      const shared = rendering;
      shared.waiting += 1;
      const leave = () => {
        shared.waiting -= 1;
        if (shared.waiting > 0 || shared.hasBegun) return;
        if (underWay.get(address) === shared) underWay.delete(address);
        shared.abandon.abort();
      };
      if (requester?.signal.aborted) leave();
      else requester?.signal.addEventListener('abort', leave, { once: true });
      try {
        return await shared.page;
      } finally {
        requester?.signal.removeEventListener('abort', leave);
      }
    },
    clear() {
      generation += 1;
      fresh.clear();
      popular.clear();
      // A rendering that has not started will see the shelf as it is now.
      for (const [address, { hasBegun }] of underWay) if (hasBegun) underWay.delete(address);
    },
  };
}

/** A part of the cache, with the bytes of its pages in `calculatedSize`. */
function createSegment(maxBytes: number): LRUCache<string, Kept> {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ page }, address) => weigh(address, page) });
}

/** What an entry costs: redirects have no body, but addresses and headers of thousands of characters. */
function weigh(address: string, { headers, body }: RenderedPage): number {
  const words = Object.values(headers).reduce((sum, value) => sum + value.length, 2 * address.length);
  return body.identity.length + (body.br?.length ?? 0) + (body.gzip?.length ?? 0) + words + 512;
}
