import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { pages } from '#contract/addresses.ts';
import { canonicalPath } from '#contract/canonical-path.ts';
import { defaultLanguage, inLanguage, type Language } from '#contract/languages.ts';
import { splitLanguage } from '#contract/split-language.ts';
import type { Shelf } from '#contract/shelf.ts';
import { createCountLog } from '#server/http/admission/admission.ts';
import { createAnswerCache, type AnswerCache } from '#server/http/cache/answer-cache.ts';
import { revisionHeader, answerPage, type FoundAnswer, type CachedAnswer } from '#server/http/cache/kept-answer.ts';
import { scopesOfChange, textScope } from '#server/http/cache/scopes.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import { busyPage, retryPage, retryPagePolicy } from '#server/http/refusals/busy-answer.ts';
import { chooseCoding } from '#server/http/responses/content-coding.ts';
import { pageHeaders } from '#server/http/responses/security-headers.ts';
import type { Changes } from '#server/library/changes.ts';
import type { TextReads } from '#server/library/text-extraction/text-reads.ts';
import { answerFault } from '#server/machinery/faults/fault-answers.ts';
import type { Fault } from '#server/machinery/faults/read-fault.ts';
import { createFairLimit, type FairLimits } from '#server/machinery/queues/fair-limit.ts';
import { Refused } from '#server/machinery/queues/refused.ts';
import { createPageFinder, type PageFinder } from './find-page.ts';
import type { FindMissing } from './missing-places.ts';
import { createPageRendering, maxAddressLength, type PageRenderer } from './render-page.ts';

/** Returns the page for a visitor when the machine under the server fails: 503, small, with the reason. */
export function answerFaultPage(fault: Fault): Response {
  const { message, headers } = answerFault(fault);
  return new Response(retryPage(message), {
    status: 503,
    headers: {
      ...pageHeaders,
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': retryPagePolicy,
      'cache-control': cacheControl.never,
    },
  });
}

export type Pages = {
  /**
   * Renders the page of a request. `from` is the client's site (client-address.ts): sites are served in turn when many
   * pages have to be rendered. Links begin with `origin`, by default with PUBLIC_URL.
   */
  fetch(request: Request, from?: string, origin?: string): Promise<Response>;
  /**
   * Returns the cached page for a request, with links that begin with PUBLIC_URL, and its coding; null if there is
   * none. A path spelt differently from the cached one goes through `fetch`, and so does a page that redirects.
   */
  peek(request: IncomingMessage): FoundAnswer | null;
  /** Returns the page that is being rendered for exactly this address, with the same links; null if there is none. */
  join(request: IncomingMessage): Promise<FoundAnswer | null> | null;
};

/**
 * Maximum length of path and query. A longer address is refused, because redirects repeat it and proxies limit the size
 * of headers.
 */
const maxRequestLength = 8192;
/**
 * Limits of rendering. A page takes some tens of milliseconds of the thread that processes all requests. Two at a time
 * keep the thread busy while one of them waits for the database. Waiting at most half a second leaves the other half
 * for the work itself.
 */
export const renderingLimits: FairLimits = {
  maxRunning: 2,
  maxWaiting: 32,
  maxWaitMs: 500,
  // A class that opens ten searches at once is no overload.
  calm: 16,
  calmWaitMs: 5000,
  jobMs: 10_000,
};
/**
 * Maximum number of cached pages: enough for every page of a large library. Most take 20 kB, so the limit in bytes is
 * reached first.
 */
const maxPages = 20_000;
/** Minimum interval between log lines about missing or refused pages. */
const logEveryMs = 60_000;

/**
 * Serves the rendered pages: each is rendered as for a guest, cached until the library changes, compressed once, and
 * sent with a policy that names the hashes of its own inline scripts. Sending a cached page does not use the database.
 */
export function createPages(parts: {
  renderer: PageRenderer;
  /** Returns the shelf in a language. */
  shelfIn: (language: Language) => Shelf;
  changes: Changes;
  /** Reports materials whose texts were extracted. */
  texts?: Pick<TextReads, 'onRead'>;
  publicUrl: string;
  /** The languages of the pages (setting LANGUAGES). Addresses in another one lead to the default language. */
  languages: readonly Language[];
  maxBytes: number;
  /** Detects missing materials and places without rendering their pages. */
  findMissing?: FindMissing;
  /** Returns the number of pages of a published material; null if there is none with that id. */
  countPages?: (id: string) => Promise<number | null>;
  limits?: FairLimits;
  log: Logger;
}): Pages {
  const { log } = parts;
  const queue = createFairLimit(parts.limits ?? renderingLimits);
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
    write: (facts) => log.warn(facts, 'a page was not rendered because too many were requested'),
  });
  const finderOf = createFinders(parts, cache, logMissing);
  const usual = new Map(parts.languages.map((language) => [language, finderOf(parts.publicUrl, language)]));

  function refuse(error: unknown): Response {
    if (!(error instanceof Refused)) throw error;
    // The connection is closed: this response is never sent.
    if (error.why === 'aborted') return new Response(null, { status: 503 });
    logBusy(error.message);
    return new Response(busyPage.body, { status: busyPage.status, headers: busyPage.headers });
  }

  return {
    async fetch(request, from = '', origin = parts.publicUrl) {
      const read = readAddress(request, parts.languages);
      if (read instanceof Response) return read;
      const { pathname, search, language, address } = read;
      const known = origin === parts.publicUrl ? usual.get(language) : undefined;
      const finder = known ?? finderOf(origin, language);
      const found = await finder.find(address, search, { from, signal: request.signal }).catch(refuse);
      if (found instanceof Response) return found;
      if (!found) return redirect(307, inLanguage(language, pages.notFound()));
      const { page } = found;
      const path = inLanguage(language, found.path);
      // A page is sent only at its own address; other spellings redirect there, with the query as it was sent. A page
      // that is itself a redirect is sent unchanged.
      if (path !== pathname && page.headers['location'] === undefined) return redirect(308, path + search);
      const { status, headers, body } = answerPage(page, {
        isHead: request.method === 'HEAD',
        heldEtags: request.headers.get('if-none-match') ?? '',
        accepted: request.headers.get('accept-encoding') ?? '',
      });
      return new Response(body && new Uint8Array(body), { status, headers });
    },

    peek(request) {
      if (!isRead(request)) return null;
      const { language, address } = splitLanguage(request.url ?? '');
      const page = usual.get(language)?.peek(address) ?? null;
      // The data of the page has not changed after it was rendered, or the page would have been evicted.
      return page && toFound(page, request, parts.changes.revision);
    },

    join(request) {
      const rendering = isRead(request) ? cache.join(request.url ?? '') : null;
      return rendering && rendering.then((page) => toFound(page, request, page.revision));
    },
  };
}

/**
 * Returns a function that finds pages in a language whose links begin with an origin. The cache key of a page is its
 * address, the language included, after the origin unless that is PUBLIC_URL: those keys begin with a slash.
 */
function createFinders(
  parts: Parameters<typeof createPages>[0],
  cache: AnswerCache,
  onMissing: (address: string) => void,
): (origin: string, language: Language) => PageFinder {
  const { findMissing, countPages } = parts;
  const readRevision = () => parts.changes.revision;
  return (origin, language) => {
    const isUsual = origin === parts.publicUrl;
    const ofLanguage = parts.shelfIn(language);
    const site = async () => ({ ...(await ofLanguage.site()), publicUrl: origin });
    const shelf = isUsual ? ofLanguage : { ...ofLanguage, site };
    const render = createPageRendering({
      ...parts,
      shelf,
      publicUrl: origin,
      language,
      readRevision,
      onMissing,
    });
    const keyOf = (address: string) => (isUsual ? '' : origin) + inLanguage(language, address);
    const cached: Pick<AnswerCache, 'get' | 'peek'> = {
      get: (address, make, requester) => cache.get(keyOf(address), make, requester),
      peek: (address) => cache.peek(keyOf(address)),
    };
    return createPageFinder({ cache: cached, render, findMissing, countPages, onMissing });
  };
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

function toFound(page: CachedAnswer, { headers }: IncomingMessage, revision: string | undefined): FoundAnswer | null {
  // Redirects are followed in `fetch`.
  if (page.headers['location'] !== undefined) return null;
  const hasCodings = page.body.br !== null && page.body.gzip !== null;
  return {
    answer: page,
    coding: hasCodings ? chooseCoding(headers['accept-encoding']?.toString()) : null,
    ...(revision !== undefined && { headers: revisionHeader(revision) }),
  };
}

/** Returns the parts of a request's address, its path in canonical form; a response if it can't be that of a page. */
function readAddress(
  { method, url }: Request,
  languages: readonly Language[],
): Response | { pathname: string; search: string; language: Language; address: string } {
  if (method !== 'GET' && method !== 'HEAD') {
    const headers = { allow: 'GET, HEAD', ...pageHeaders };
    return new Response('This address only accepts GET.', { status: 405, headers });
  }
  const { pathname, search } = new URL(url);
  const canonical = pathname.length > maxAddressLength ? null : canonicalPath(pathname);
  if (canonical === null) return redirect(307, pages.notFound());
  if (pathname.length + search.length > maxRequestLength)
    return new Response('This address is too long.', { status: 414, headers: pageHeaders });
  const { language, address } = splitLanguage(canonical);
  if (languages.includes(language)) return { pathname, search, language, address };
  // The language may be switched on again, so the redirect is temporary.
  return redirect(307, inLanguage(languages[0] ?? defaultLanguage, address) + search);
}

/** Redirects to an address of this site. 308 is permanent, so browsers do not request the old address again. */
function redirect(status: 307 | 308, location: string): Response {
  return new Response(null, { status, headers: { location, ...pageHeaders } });
}
