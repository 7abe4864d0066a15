import { pages } from '#contract/addresses.ts';
import { knownQuery, limitOpened, openedBy } from '#contract/page-parameters.ts';
import type { FindMissing } from './missing-places.ts';
import type { AnswerCache, Requester } from '#server/http/cache/answer-cache.ts';
import type { CachedAnswer } from '#server/http/cache/kept-answer.ts';
import { maxAddressLength, type RenderPage } from './render-page.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

/** Finds the page of an address, rendering it unless it is cached. */
export type PageFinder = {
  /**
   * Returns the page for a canonical path and a query, and its proper path; null if the address belongs to no faculty,
   * term or subject. Only the parts of the query that the page uses are considered.
   */
  find(path: string, search: string, requester: Requester): Promise<{ page: CachedAnswer; path: string } | null>;
  /** Returns the page that is cached under exactly that path. */
  peek(address: string): CachedAnswer | null;
};

/** No page has this address: its rendering is the response to every address of a missing material. */
const addressOfNoPage = '/-';
/** Most redirects from an address to its page: its faculty's capitals, its subject's slug, its query. */
const maxSteps = 5;

export function createPageFinder(parts: {
  cache: Pick<AnswerCache, 'get' | 'peek'>;
  render: RenderPage;
  /** Saves rendering pages for materials and places that do not exist. */
  findMissing: FindMissing | undefined;
  /**
   * Returns the number of pages of the published material of that id, at least 1; null if there is none. Saves rendering
   * and caching a page for every made-up id.
   */
  countPages: ((id: string) => Promise<number | null>) | undefined;
  /** Called with each path that is known to be missing without rendering it. */
  onMissing: (path: string) => void;
}): PageFinder {
  const { cache, render } = parts;

  /**
   * Returns the page of an address, and the path of its own address. A page may redirect to another spelling of its
   * address (a faculty's capitals, a subject's exact name, a query without invalid parts): that is followed here, so that
   * no visitor is redirected twice. A redirect to the not-found page is a response, and so is a temporary one.
   */
  async function findPage(address: string, requester: Requester): Promise<{ page: CachedAnswer; path: string }> {
    let next = address;
    for (let step = 1; ; step += 1) {
      const current = next;
      const page = await cache.get(current, (note) => render(current, note), requester);
      const location = page.headers['location'];
      if (location === undefined || location === pages.notFound() || isTemporary(page) || step === maxSteps)
        return { page, path: pathOf(current) };
      next = location;
    }
  }

  /** Removes from the query a material that cannot be opened, or a page that it does not have. */
  async function checkOpened(query: string | null): Promise<string | null> {
    const id = query === null ? null : openedBy(query);
    if (query === null || id === null || !parts.countPages) return query;
    return limitOpened(query, await parts.countPages(id));
  }

  return {
    async find(path, search, requester) {
      const asked = knownQuery(path, search);
      if (asked !== null && cache.peek(path + asked)) return findPage(path + asked, requester);
      const query = await checkOpened(asked);
      const missing = query === null ? 'here' : ((await parts.findMissing?.(path)) ?? null);
      if (missing === null) return findPage(path + query, requester);
      parts.onMissing(path);
      if (missing === 'elsewhere') return null;
      return { page: await cache.get(addressOfNoPage, (note) => render(addressOfNoPage, note), requester), path };
    },

    peek(address) {
      const found = cache.peek(address);
      if (found || address.length > maxAddressLength) return found;
      const path = pathOf(address);
      const query = knownQuery(path, address.slice(path.length));
      return query === null || path + query === address ? null : cache.peek(path + query);
    },
  };
}

/** True if a redirect leads to another page, not to another spelling of the same address: it has `no-store`. */
function isTemporary({ headers }: CachedAnswer): boolean {
  return headers['cache-control'] === cacheControl.never;
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? address;
}
