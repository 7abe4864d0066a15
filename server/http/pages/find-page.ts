import { pages } from '#contract/addresses.ts';
import { splitLanguage } from '#contract/split-language.ts';
import { knownQuery, limitOpened, openedBy } from '#contract/page-parameters.ts';
import type { FindMissing } from './missing-places.ts';
import type { AnswerCache, Requester } from '#server/http/cache/answer-cache.ts';
import type { CachedAnswer } from '#server/http/cache/kept-answer.ts';
import { maxAddressLength, type RenderPage } from './render-page.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

/** Finds the page at an address, in one language, and renders it unless it is cached. Addresses are without the language. */
export type PageFinder = {
  /**
   * Returns the page for a canonical path and a query, with its canonical path; null if the address belongs to no
   * faculty, term or subject. Considers only the parts of the query that the page uses.
   */
  find(path: string, search: string, requester: Requester): Promise<{ page: CachedAnswer; path: string } | null>;
  /** Returns the page that is cached under exactly that path. */
  peek(address: string): CachedAnswer | null;
};

/** An address that no page has. Its rendering is the response for every missing material. */
const addressOfNoPage = '/-';
/** Maximum number of redirects from an address to its page: the faculty's capitals, the subject's slug, the query. */
const maxSteps = 5;

export function createPageFinder(parts: {
  cache: Pick<AnswerCache, 'get' | 'peek'>;
  render: RenderPage;
  /** Detects missing materials and places without rendering their pages. */
  findMissing: FindMissing | undefined;
  /**
   * Returns the number of pages of the published material with that id, at least 1; null if there is no such material.
   * Made-up ids are then not rendered and cached.
   */
  countPages: ((id: string) => Promise<number | null>) | undefined;
  /** Called with each path that is found missing without rendering. */
  onMissing: (path: string) => void;
}): PageFinder {
  const { cache, render } = parts;

  /**
   * Returns the page of an address, and the path of its own address. A page may redirect to another spelling of its
   * address (a faculty's capitals, a subject's exact name, a query without invalid parts): this function follows such
   * redirects, so that no visitor is redirected twice. A redirect to the not-found page, and a temporary one, are
   * returned as the response.
   */
  async function findPage(address: string, requester: Requester): Promise<{ page: CachedAnswer; path: string }> {
    let next = address;
    for (let step = 1; ; step += 1) {
      const current = next;
      const page = await cache.get(current, (note) => render(current, note), requester);
      const redirected = page.headers['location'];
      const location = redirected === undefined ? undefined : splitLanguage(redirected).address;
      if (location === undefined || location === pages.notFound() || isTemporary(page) || step === maxSteps)
        return { page, path: pathOf(current) };
      next = location;
    }
  }

  /** Removes from the query a material that can't be opened, or a page that the material does not have. */
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

/** True if a redirect leads to another page and not to another spelling of the same address: it has `no-store`. */
function isTemporary({ headers }: CachedAnswer): boolean {
  return headers['cache-control'] === cacheControl.never;
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? address;
}
