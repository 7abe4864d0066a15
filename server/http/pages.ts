import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pages } from '#contract/addresses.ts';
import { canonicalPath } from '#contract/canonical-path.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { Changes } from '#server/changes.ts';
import { answerPage, makePage } from './page-answer.ts';
import { createPageCache, type RenderedPage } from './page-cache.ts';
import { hashInlineScripts, pageHeaders, pagePolicy } from './security-headers.ts';

/** What the built app offers: a page for a request, with the shelf its loaders ask. */
export type PageRenderer = {
  fetch(request: Request, options: { context: { shelf: Shelf } }): Promise<Response> | Response;
};

export type Pages = {
  fetch(request: Request): Promise<Response>;
  /**
   * Sends a page that is kept straight to the socket, which spares all but the writing; answers whether it did. An
   * address written in another way than the kept one simply takes the longer way through `fetch`.
   */
  answerKept(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
};

/** A path beyond this is no page's; an address whose query is beyond it is rendered, but not kept. */
const maxAddressLength = 2048;
/** Nor is an address beyond this with its query: it would come back in redirects, which proxies hold to such a size. */
const maxAskedLength = 8192;
/** Steps from an address to the page it means: its faculty's capitals, its subject's slug, its query. */
const maxSteps = 5;

/**
 * Hosts the rendered pages: each is rendered for nobody in particular, kept until the shelf changes, compressed once
 * and sent with a policy that names the hashes of its own inline scripts. Kept pages ask nothing of the database.
 */
export function createPages(parts: {
  renderer: PageRenderer;
  shelf: Shelf;
  changes: Changes;
  publicUrl: string;
  maxBytes: number;
  log: Logger;
}): Pages {
  const { renderer, shelf, changes, log } = parts;
  const cache = createPageCache({ maxBytes: parts.maxBytes, maxAgeMs: 60 * 60 * 1000, now: Date.now });
  changes.listen(() => cache.clear());

  async function render(address: string): Promise<{ page: RenderedPage; isKept: boolean }> {
    // Rendered without the visitor's headers: nothing of one person can reach another through the cache.
    const request = new Request(new URL(address, parts.publicUrl), { headers: { accept: 'text/html' } });
    const response = await renderer.fetch(request, { context: { shelf } });
    const text = await response.text();
    const location = response.headers.get('location');
    if (response.status === 404) log.info({ address, status: 404 }, 'no page at this address');
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
  async function findPage(address: string): Promise<{ page: RenderedPage; path: string }> {
    let meant = address;
    for (let step = 1; ; step += 1) {
      const asked = meant;
      const page = await cache.get(asked, () => render(asked));
      const next = page.headers['location'];
      if (next === undefined || next === pages.notFound() || isForNow(page) || step === maxSteps)
        return { page, path: pathOf(asked) };
      meant = next;
    }
  }

  return {
    async fetch(request) {
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
      const { page, path } = await findPage(canonical + search);
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
      const page = cache.peek(incoming.url ?? '');
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
