import type { Context } from 'hono';
import { api, contractBase, pages, robotAddresses, type ContractIds } from '#contract/addresses.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import { Problem } from '#contract/problems.ts';
import type { Changes } from '#server/library/changes.ts';
import { type ContractEnv, disconnectSignal } from '#server/http/requests/request-context.ts';
import type { ReadOrigin } from '#server/http/requests/read-origin.ts';
import { busyPage } from '#server/http/refusals/busy-answer.ts';
import { createFairLimit } from '#server/machinery/queues/fair-limit.ts';
import { Refused } from '#server/machinery/queues/refused.ts';
import type { MappedAddress, SiteMap } from '#server/library/search-engines/site-map.ts';
import { createAnswerCache } from '#server/http/cache/answer-cache.ts';
import { answerPage, makePage } from '#server/http/cache/kept-answer.ts';
import { everything, scopesOfChange, type Scope } from '#server/http/cache/scopes.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

type C = Context<ContractEnv>;

const xmlHeaders = { 'content-type': 'application/xml; charset=utf-8', 'x-content-type-options': 'nosniff' };
/**
 * Maximum size of cached parts: some ten, with their compressed forms. Robots fetch each part once and return after
 * days.
 */
const maxCachedBytes = 16 * 1024 * 1024;
const maxCachedParts = 1000;
/**
 * Limits of making a part: one at a time, because robots can wait. The first index of a million materials takes two
 * seconds.
 */
const limits = { maxRunning: 1, maxWaiting: 16, maxWaitMs: 8000, jobMs: 20_000 };

/** Serves `robots.txt` and the site map (sitemaps.org/protocol.html). */
export function createRobotAnswers(parts: {
  ids: ContractIds;
  /** The languages of the pages. */
  languages: readonly Language[];
  siteMap: SiteMap;
  /** Returns the origin of the links of a response. */
  readOrigin: ReadOrigin;
  changes: Pick<Changes, 'listen'>;
}): {
  rules(c: C): Response;
  siteMap(c: C, from: string): Promise<Response>;
} {
  const { siteMap, readOrigin, languages } = parts;
  const queue = createFairLimit(limits);
  const cache = createAnswerCache({
    maxBytes: maxCachedBytes,
    maxAnswers: maxCachedParts,
    maxAgeMs: 60 * 60 * 1000,
    now: Date.now,
    schedule: (from, job, signal) => queue.run(from, job, signal),
  });
  parts.changes.listen((change) => cache.forget(scopesOfChange(change)));

  async function write(path: string, publicUrl: string): Promise<{ text: string; status: number }> {
    if (path === robotAddresses.siteMap)
      return { text: writeXml('sitemapindex', 'sitemap', await siteMap.listParts(), publicUrl), status: 200 };
    const listed = await siteMap.readPart(path);
    if (!listed) return { text: 'There is no such part of the site map.', status: 404 };
    // At most 50,000 addresses are allowed. Each page names its addresses in the other languages itself.
    const translated = languages.flatMap((language) =>
      listed.map((each) => ({ ...each, path: inLanguage(language, each.path) })),
    );
    return { text: writeXml('urlset', 'url', translated, publicUrl), status: 200 };
  }

  return {
    rules: (c) =>
      c.text(writeRules(parts, readOrigin(c.env?.incoming)), 200, {
        'cache-control': cacheControl.seldomChanged,
        'x-content-type-options': 'nosniff',
      }),

    async siteMap(c, from) {
      const path = new URL(c.req.url).pathname;
      const origin = readOrigin(c.env?.incoming);
      const render = async (note: (scope: Scope) => void) => {
        note(everything);
        const { text, status } = await write(path, origin);
        const headers = status === 200 ? xmlHeaders : { ...xmlHeaders, 'content-type': 'text/plain; charset=utf-8' };
        return { answer: await makePage(text, status, headers), isCacheable: status === 200 };
      };
      try {
        const page = await cache.get(origin + path, render, { from, signal: disconnectSignal(c) });
        const { status, headers, body } = answerPage(page, {
          isHead: c.req.method === 'HEAD',
          heldEtags: c.req.header('if-none-match') ?? '',
          accepted: c.req.header('accept-encoding') ?? '',
        });
        return new Response(body && new Uint8Array(body), { status, headers });
      } catch (error) {
        const isBusy = error instanceof Problem && error.status === 503;
        if (isBusy || error instanceof Refused)
          return new Response(busyPage.body, { status: busyPage.status, headers: busyPage.headers });
        throw error;
      }
    },
  };
}

/**
 * Returns the rules for robots (RFC 9309). They allow files and pictures, because pages and shared links show them, and
 * addresses for other programs: feeds, both catalogues, harvesting and the guide. They disallow search results, because
 * every text has its own page of results, and the rest below `/v1`.
 *
 * Some robots follow the longest matching rule (RFC 9309), others the first one (wget, Python's standard library, which
 * also don't support `*`). So every Allow comes before the Disallow that it is an exception to, all rules are plain
 * prefixes, and none ends in `?`, which Python drops.
 */
function writeRules(
  { ids, languages }: { ids: ContractIds; languages: readonly Language[] },
  publicUrl: string,
): string {
  const open = [
    `${api.files(ids)}/`,
    `${contractBase}/feeds/`,
    api.opds('opds'),
    api.opds('opds2'),
    api.harvest(),
    `${contractBase}/docs`,
  ];
  const closedPages = [`${pages.search()}?q=`, pages.admin(), pages.login()];
  const closed = [
    `${contractBase}/`,
    ...languages.flatMap((language) => closedPages.map((page) => inLanguage(language, page))),
  ];
  return [
    'User-agent: *',
    ...open.map((prefix) => `Allow: ${prefix}`),
    ...closed.map((prefix) => `Disallow: ${prefix}`),
    '',
    `Sitemap: ${publicUrl}${robotAddresses.siteMap}`,
    '',
  ].join('\n');
}

/** Writes an element for each address; paths are percent-encoded already, and `&` and quotes are escaped. */
function writeXml(root: string, element: string, listed: readonly MappedAddress[], publicUrl: string): string {
  const lines = listed.map(
    ({ path, updatedAt }) =>
      `<${element}><loc>${escape(publicUrl + path)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</${element}>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('\n')}
</${root}>
`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}
