/** A rendered page, ready to be sent as often as it is asked for. */
export type RenderedPage = {
  status: number;
  headers: Record<string, string>;
  /** The body as it stands and in the encodings browsers take. */
  body: { identity: Uint8Array; br: Uint8Array | null; gzip: Uint8Array | null };
  /** Names the body, without quotes; the tag of each coding is made of it (content-coding.ts). */
  etag: string;
};

export type PageCache = {
  /** The page of that address, rendered at most once at a time; kept when `render` says `isKept`. */
  get(address: string, render: () => Promise<{ page: RenderedPage; isKept: boolean }>): Promise<RenderedPage>;
  /** The page of that address when it is kept and fresh, else null. */
  peek(address: string): RenderedPage | null;
  /** Forgets every page: something on the shelf changed. */
  clear(): void;
};

type Kept = { page: RenderedPage; madeAt: number };

/**
 * Keeps rendered pages of public addresses, which are the same for everybody, up to a number of bytes; the least
 * recently asked for go first. A page rendered while `clear` is called is answered but not kept.
 */
export function createPageCache(options: { maxBytes: number; maxAgeMs: number; now: () => number }): PageCache {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<RenderedPage>>();
  let bytes = 0;
  let generation = 0;

  const drop = (address: string) => {
    const found = kept.get(address);
    if (!found) return;
    bytes -= weigh(address, found.page);
    kept.delete(address);
  };

  const peek = (address: string) => {
    const found = kept.get(address);
    if (!found || options.now() - found.madeAt >= options.maxAgeMs) return null;
    kept.delete(address);
    kept.set(address, found);
    return found.page;
  };

  return {
    peek,
    async get(address, render) {
      const found = peek(address);
      if (found) return found;
      const running = underWay.get(address);
      if (running) return running;
      const begun = generation;
      const rendering = render().then(({ page, isKept }) => {
        if (isKept && begun === generation) {
          drop(address);
          kept.set(address, { page, madeAt: options.now() });
          bytes += weigh(address, page);
          for (const oldest of kept.keys()) {
            if (bytes <= options.maxBytes) break;
            drop(oldest);
          }
        }
        return page;
      });
      underWay.set(address, rendering);
      try {
        return await rendering;
      } finally {
        if (underWay.get(address) === rendering) underWay.delete(address);
      }
    },
    clear() {
      generation += 1;
      kept.clear();
      underWay.clear();
      bytes = 0;
    },
  };
}

/** What an entry costs: redirects have no body, but addresses and headers of thousands of characters. */
function weigh(address: string, { headers, body }: RenderedPage): number {
  const words = Object.values(headers).reduce((sum, value) => sum + value.length, 2 * address.length);
  return body.identity.length + (body.br?.length ?? 0) + (body.gzip?.length ?? 0) + words + 512;
}
