import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { pages } from '#contract/addresses.ts';
import { canonicalPath } from '#contract/canonical-path.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { Changes } from '#server/changes.ts';
import { chooseCoding } from '#server/http/answers/content-coding.ts';
import { busyPage } from '#server/http/load/busy-answer.ts';
import { createCountLog } from './count-log.ts';
import { createFairQueue, Aborted, TooBusy, type QueueLimits } from '#server/http/load/fair-queue.ts';
import type { FindMissing } from './missing-places.ts';
import { createPageFinder } from './find-page.ts';
import { createAnswerCache } from '#server/http/kept/answer-cache.ts';
import { revisionHeader } from '#server/http/kept/page-revision.ts';
import { answerPage, type FoundAnswer, type KeptAnswer } from '#server/http/kept/kept-answer.ts';
import { scopesOfChange, textScope } from '#server/http/kept/scopes.ts';
import { createPageRendering, maxAddressLength, type PageRenderer } from './render-page.ts';
import type { TextReads } from '#server/text/text-reads.ts';
import { pageHeaders } from '#server/http/answers/security-headers.ts';

export type Pages = {
  /** `from` is the requester's network address: requesters take turns when many pages are to be rendered. */
  fetch(request: Request, from?: string): Promise<Response>;
  /**
   * The cached page of a request, with the coding to send it in; null if there is none. A path that is written in another
   * way than the cached one goes through `fetch`, and so does a page that redirects.
   */
  peek(request: IncomingMessage): FoundAnswer | null;
  /** The page that is being rendered for exactly this address; null if there is none to wait for. */
  join(request: IncomingMessage): Promise<FoundAnswer | null> | null;
};

/** Path and query; a longer address is refused, because redirects repeat it and proxies limit the size of headers. */
const maxRequestLength = 8192;
/**
 * Rendering takes some tens of milliseconds of the one thread that answers all requests. Two at a time keep it busy
 * while one of them waits for the database. Waiting at most half a second leaves the other half for the work itself.
 */
export const renderingLimits: QueueLimits = { width: 2, waiting: 32, waitMs: 500, jobMs: 10_000 };
/** Enough for every page of a large library; most of them take 20 kB, so that the bytes are the limit. */
const maxPages = 20_000;
/** How often the log may say that pages are missing or were not rendered. */
const logEveryMs = 60_000;

/**
 * Serves the rendered pages: each is rendered without a user, cached until the shelf changes, compressed once
 * and sent with a policy that names the hashes of its own inline scripts. Cached pages do not use the database.
 */
export function createPages(parts: {
  renderer: PageRenderer;
  shelf: Shelf;
  changes: Changes;
  /** Says which materials' texts were read. */
  texts?: Pick<TextReads, 'onRead'>;
  publicUrl: string;
  /** Where pages may fetch from besides our own origin. */
  storeOrigin?: string | null;
  maxBytes: number;
  /** Saves rendering pages for materials and places that do not exist. */
  findMissing?: FindMissing;
  /** How many pages a published material has; null if there is none of that id. */
  countPages?: (id: string) => Promise<number | null>;
  limits?: QueueLimits;
  log: Logger;
}): Pages {
  const { log, findMissing, countPages } = parts;
  const queue = createFairQueue(parts.limits ?? renderingLimits);
  const cache = createAnswerCache({
    maxBytes: parts.maxBytes,
    maxAnswers: maxPages,
    maxAgeMs: 60 * 60 * 1000,
    now: Date.now,
    schedule: (from, job, signal) => queue.run(from, job, signal),
  });
  parts.changes.listen((change) => cache.forget(scopesOfChange(change)));
  parts.texts?.onRead((materialIds) => cache.forget(materialIds && materialIds.map(textScope)));
  const logMissing = createCountLog({
    everyMs: logEveryMs,
    write: (facts) => log.info({ ...facts, status: 404 }, 'no page at this address'),
  });
  const logBusy = createCountLog({
    everyMs: logEveryMs,
    write: (facts) => log.warn(facts, 'a page was not rendered because too many were asked for'),
  });
  const render = createPageRendering({ ...parts, readRevision: () => parts.changes.revision, onMissing: logMissing });
  const finder = createPageFinder({ cache, render, findMissing, countPages, onMissing: logMissing });

  function refuse(error: unknown): Response {
    if (error instanceof TooBusy) {
      logBusy(error.message);
      return new Response(busyPage.body, { status: busyPage.status, headers: busyPage.headers });
    }
    // The connection is closed: this answer is never sent.
    if (error instanceof Aborted) return new Response(null, { status: 503 });
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
      if (canonical === null) return redirect(307, pages.notFound());
      if (pathname.length + search.length > maxRequestLength)
        return new Response('This address is too long.', { status: 414, headers: pageHeaders });
      const found = await finder.find(canonical, search, { from, signal: request.signal }).catch(refuse);
      if (found instanceof Response) return found;
      if (!found) return redirect(307, pages.notFound());
      const { page, path } = found;
      // A page is sent only at its own address; other ways of writing that redirect there, with the query as it was
      // sent. A page that is itself a redirect is sent as it is.
      if (path !== pathname && page.headers['location'] === undefined) return redirect(308, path + search);
      const { status, headers, body } = answerPage(page, {
        isHead: request.method === 'HEAD',
        heldEtags: request.headers.get('if-none-match') ?? '',
        accepted: request.headers.get('accept-encoding') ?? '',
      });
      return new Response(body && new Uint8Array(body), { status, headers });
    },

    peek(request) {
      const page = isRead(request) ? finder.peek(request.url ?? '') : null;
      // What it shows has not changed since it was rendered, or it would have been evicted.
      return page && toFound(page, request, parts.changes.revision);
    },

    join(request) {
      const rendering = isRead(request) ? cache.join(request.url ?? '') : null;
      return rendering && rendering.then((page) => toFound(page, request, page.revision));
    },
  };
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

function toFound(page: KeptAnswer, { headers }: IncomingMessage, revision: string | undefined): FoundAnswer | null {
  // Redirects are followed in `fetch`.
  if (page.headers['location'] !== undefined) return null;
  const hasCodings = page.body.br !== null && page.body.gzip !== null;
  return {
    answer: page,
    coding: hasCodings ? chooseCoding(headers['accept-encoding']?.toString()) : null,
    ...(revision !== undefined && { headers: revisionHeader(revision) }),
  };
}

/** Redirects to an address of this site: 308 is permanent, so browsers do not request the old address again. */
function redirect(status: 307 | 308, location: string): Response {
  return new Response(null, { status, headers: { location, ...pageHeaders } });
}
