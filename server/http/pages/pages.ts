import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pages } from '#contract/addresses.ts';
import { canonicalPath } from '#contract/canonical-path.ts';
import { knownQuery } from '#contract/page-parameters.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { Changes } from '#server/changes.ts';
import { busyPage } from '#server/http/load/busy-answer.ts';
import { createCountLog } from './count-log.ts';
import { createFairQueue, NobodyWaits, TooBusy, type QueueLimits } from '#server/http/load/fair-queue.ts';
import type { FindMissing } from './missing-places.ts';
import { answerPage, makePage } from './page-answer.ts';
import { createPageCache, type RenderedPage } from './page-cache.ts';
import { hashInlineScripts, pageHeaders, pagePolicy } from '#server/http/answers/security-headers.ts';

/** What the built app offers: a page for a request, with the shelf its loaders ask. */
export type PageRenderer = {
  fetch(request: Request, options: { context: { shelf: Shelf } }): Promise<Response> | Response;
};

export type Pages = {
  /** `from` is the asker's network address, for taking turns when much is to be rendered. */
  fetch(request: Request, from?: string): Promise<Response>;
  /**
   * Sends a page that is kept straight to the socket, which spares all but the writing; answers whether it did. A path
   * written in another way than the kept one simply takes the longer way through `fetch`.
   */
  answerKept(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
};

/** A path beyond this is no page's; an address whose query is beyond it is rendered, but not kept. */
const maxAddressLength = 2048;
/** Nor is an address beyond this with its query: it would come back in redirects, which proxies hold to such a size. */
const maxAskedLength = 8192;
/**
 * Rendering is work for the one thread that answers everybody, some tens of milliseconds for a page. Two at a time keep
 * it busy while one of them waits for the database. Half a second of waiting leaves the other half for the work itself.
 */
export const renderingLimits: QueueLimits = { width: 2, waiting: 32, waitMs: 500, jobMs: 10_000 };
/** An address that no page has, for the rendering that all such addresses are answered with. */
const addressOfNoPage = '/-';
const missingLogMs = 60_000;
/** Steps from an address to the page it means: its faculty's capitals, its subject's slug, its query. */
const maxSteps = 5;

/**
 * Serves the rendered pages: each is rendered without a user, cached until the shelf changes, compressed once
 * and sent with a policy that names the hashes of its own inline scripts. Kept pages ask nothing of the database.
 */
export function createPages(parts: {
  renderer: PageRenderer;
  shelf: Shelf;
  changes: Changes;
  publicUrl: string;
  maxBytes: number;
  /** Spares the rendering of pages for what is not there. */
  findMissing?: FindMissing;
  limits?: QueueLimits;
  log: Logger;
}): Pages {
  const { renderer, shelf, changes, log } = parts;
  const queue = createFairQueue(parts.limits ?? renderingLimits);
  const cache = createPageCache({
    maxBytes: parts.maxBytes,
    maxAgeMs: 60 * 60 * 1000,
    now: Date.now,
    schedule: (from, job, signal) => queue.run(from, job, signal),
  });
  changes.listen(() => cache.clear());
  const logMissing = createCountLog({
    everyMs: missingLogMs,
    tell: (facts) => log.info({ ...facts, status: 404 }, 'no page at this address'),
  });
  const logBusy = createCountLog({
    everyMs: missingLogMs,
    tell: (facts) => log.warn(facts, 'a page was not rendered because too many were asked for'),
  });

  async function render(address: string): Promise<{ page: RenderedPage; isKept: boolean }> {
    // Rendered without the visitor's headers: nothing of one person can reach another through the cache.
    const request = new Request(new URL(address, parts.publicUrl), { headers: { accept: 'text/html' } });
    const response = await renderer.fetch(request, { context: { shelf } });
    const text = await response.text();
    const location = response.headers.get('location');
    if (response.status === 404) logMissing(address);
    // Answered without a list that the database had no time for (read-pool.ts): a moment later it may have.
    const isBusy = response.status === 503;
    if (response.status >= 500 && !isBusy)
      log.error({ address, status: response.status }, 'a page could not be rendered');
    const isRedirect = location !== null;
    const headers: Record<string, string> = { ...pageHeaders, ...(isBusy && { 'retry-after': '2' }) };
    if (isRedirect) {
      headers['location'] = relative(location, parts.publicUrl);
      const control = response.headers.get('cache-control');
      if (control) headers['cache-control'] = control;
    } else {
      headers['content-type'] = response.headers.get('content-type') ?? 'text/html; charset=utf-8';
      headers['content-security-policy'] = pagePolicy(hashInlineScripts(text));
    }
    const page = await makePage(text, response.status, headers);
    return { page, isKept: response.status < 500 && address.length <= maxAddressLength };
  }

  /**
   * The page that an address means and the path it stands under. A page may lead on to another way of writing its
   * address (a faculty's capitals, a subject's exact name, a query without what makes no sense): gone here at once, so
   * that nobody is sent twice. Leading to the not-found page is an answer, and so is leading to another page for now.
   */
  async function findPage(address: string, asker: Asker): Promise<{ page: RenderedPage; path: string }> {
    let meant = address;
    for (let step = 1; ; step += 1) {
      const asked = meant;
      const page = await cache.get(asked, () => render(asked), asker);
      const next = page.headers['location'];
      if (next === undefined || next === pages.notFound() || isForNow(page) || step === maxSteps)
        return { page, path: pathOf(asked) };
      meant = next;
    }
  }

  /** The page of an address with a canonical path, as much of its query as matters, and the path it has. */
  async function answerAddress(path: string, search: string, asker: Asker) {
    const query = knownQuery(path, search);
    if (query !== null && cache.peek(path + query)) return findPage(path + query, asker);
    const missing = query === null ? 'here' : ((await parts.findMissing?.(path)) ?? null);
    if (missing === null) return findPage(path + query, asker);
    logMissing(path);
    if (missing === 'elsewhere') return null;
    return { page: await cache.get(addressOfNoPage, () => render(addressOfNoPage), asker), path };
  }

  /** A page that is kept under exactly that path. */
  function peekAt(address: string): RenderedPage | null {
    const found = cache.peek(address);
    if (found || address.length > maxAddressLength) return found;
    const path = pathOf(address);
    const query = knownQuery(path, address.slice(path.length));
    return query === null || path + query === address ? null : cache.peek(path + query);
  }

  function refuse(error: unknown): Response {
    if (error instanceof TooBusy) {
      logBusy(error.message);
      return new Response(busyPage.body, { status: busyPage.status, headers: busyPage.headers });
    }
    // The connection is closed, nobody reads this.
    if (error instanceof NobodyWaits) return new Response(null, { status: 503 });
    throw error;
  }

  return {
    async fetch(request, from = '') {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return new Response('This address only accepts GET.', {
          status: 405,
          headers: { allow: 'GET, HEAD', ...pageHeaders },
        });
      }
      const { pathname, search } = new URL(request.url);
      const canonical = pathname.length > maxAddressLength ? null : canonicalPath(pathname);
      if (canonical === null) return leadOn(307, pages.notFound());
      if (pathname.length + search.length > maxAskedLength)
        return new Response('This address is too long.', { status: 414, headers: pageHeaders });
      const found = await answerAddress(canonical, search, { from, signal: request.signal }).catch(refuse);
      if (found instanceof Response) return found;
      if (!found) return leadOn(307, pages.notFound());
      const { page, path } = found;
      // Whatever the page leads to is its own answer; else it is given at its own address alone, the query as it came.
      if (path !== pathname && page.headers['location'] === undefined) return leadOn(308, path + search);
      const { status, headers, body } = answerPage(page, {
        isHead: request.method === 'HEAD',
        heldEtags: request.headers.get('if-none-match') ?? '',
        accepted: request.headers.get('accept-encoding') ?? '',
      });
      return new Response(body && new Uint8Array(body), { status, headers });
    },
    answerKept(incoming, outgoing) {
      if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return false;
      const page = peekAt(incoming.url ?? '');
      // Where a kept address leads on to is looked at in `fetch`.
      if (!page || page.headers['location'] !== undefined) return false;
      const { status, headers, body } = answerPage(page, {
        isHead: incoming.method === 'HEAD',
        heldEtags: incoming.headers['if-none-match'] ?? '',
        accepted: String(incoming.headers['accept-encoding'] ?? ''),
      });
      outgoing.writeHead(status, headers).end(body);
      return true;
    },
  };
}

type Asker = { from: string; signal: AbortSignal };

/** Sends the visitor to an address of ours: for good with 308, so that it is not asked for again. */
function leadOn(status: 307 | 308, location: string): Response {
  return new Response(null, { status, headers: { location, ...pageHeaders } });
}

/** Whether a redirect leads to another page and not to another way of writing the same address: it says `no-store`. */
function isForNow({ headers }: RenderedPage): boolean {
  return headers['cache-control'] === 'no-store';
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? address;
}

/** Pages redirect within our own origin alone, and relatively, so that it works behind whatever name the visitor used. */
function relative(location: string, publicUrl: string): string {
  const url = new URL(location, publicUrl);
  return url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash;
}
