import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
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

const maxAddressLength = 2048;

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
    if (response.status >= 500) log.error({ address, status: response.status }, 'a page could not be rendered');
    const isRedirect = location !== null;
    const headers: Record<string, string> = { ...pageHeaders };
    if (isRedirect) headers['location'] = relative(location, parts.publicUrl);
    else {
      headers['content-type'] = response.headers.get('content-type') ?? 'text/html; charset=utf-8';
      headers['content-security-policy'] = pagePolicy(hashInlineScripts(text));
    }
    return { page: await makePage(text, response.status, headers), isKept: response.status < 500 };
  }

  return {
    async fetch(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return new Response('This address is read with GET.', {
          status: 405,
          headers: { allow: 'GET, HEAD', ...pageHeaders },
        });
      }
      const url = new URL(request.url);
      // Two slashes in front would make the rest of the path the name of a host.
      const address = url.pathname.replace(/^\/{2,}/, '/') + url.search;
      if (address.length > maxAddressLength || !isDecodable(url.pathname)) {
        return new Response(null, { status: 307, headers: { location: '/not-found', ...pageHeaders } });
      }
      const page = await cache.get(address, () => render(address));
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
      if (!page) return false;
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

/** False for a path that no encoder wrote, which no route could read, and for one with control characters in it. */
function isDecodable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Pages redirect within our own origin alone, and relatively, so that it works behind whatever name the visitor used. */
function relative(location: string, publicUrl: string): string {
  const url = new URL(location, publicUrl);
  return url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash;
}
