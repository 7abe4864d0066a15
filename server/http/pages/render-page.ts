import { randomBytes, createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { pages } from '#contract/addresses.ts';
import { defaultLanguage, inLanguage, type Language } from '#contract/languages.ts';
import { splitLanguage } from '#contract/split-language.ts';
import type { Shelf } from '#contract/shelf.ts';
import { makePage, type CachedAnswer } from '#server/http/cache/kept-answer.ts';
import { recordReads } from '#server/http/cache/record-reads.ts';
import type { Scope } from '#server/http/cache/scopes.ts';
import { pageHeaders, pagePolicy } from '#server/http/responses/security-headers.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { pathOf } from '#server/machinery/telemetry/request-class.ts';

/**
 * Removes the mark from a rendered page and returns the hashes, as a policy names them (`sha256-…`), of the inline
 * scripts that carried it as their `nonce`. The app marks the scripts that it writes (app/router.tsx), and the mark
 * is a secret of one rendering, so a script that got into the page in any other way has no hash and doesn't run. The
 * final page has no mark, so that its bytes are the same each time
 * (docs/decisions/0065-a-page-is-the-same-bytes-everywhere.md).
 */
export function takeOwnScripts(rendered: string, mark: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${mark}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', code = ''] of rendered.matchAll(ownScript))
    if (attributes.includes(attribute)) hashes.add(hashScript(code));
  // The router writes the element for its own code in the browser, which needs no mark.
  const html = rendered.replaceAll(`<meta property="csp-nonce" content="${mark}"/>`, '').replaceAll(attribute, '');
  return { html, hashes: [...hashes] };
}

const ownScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/gi;

function hashScript(code: string): string {
  // As the browser reads it: line ends are normalised and NULs replaced before a script is hashed.
  const read = code.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  return `sha256-${createHash('sha256').update(read).digest('base64')}`;
}

/** Tags that React writes at the start of the head: styles, and pictures that are to be loaded at once. */
const early = /<link rel="(?:stylesheet|preload)"[^>]*?\/>/g;
const inlineScript = /<script>.*?<\/script>/gs;
/** Inline scripts and data, which need no other file and may contain any text. */
const data = /<script type=.*?<\/script>/gs;
const moduleCode = /<link rel="modulepreload"[^>]*?\/>/g;

/**
 * Orders the head of a rendered page for a slow phone: the inline scripts first, because a script after a style sheet
 * waits for it, and everything after the script waits too; then styles, the font and pictures; then the code. The entry
 * of the code, which is by far the largest file, comes last: while styles are being loaded, Chromium loads one file of
 * low priority at a time, which shares the connection with the styles.
 */
export function orderHead(html: string): string {
  const start = html.indexOf('<head>') + '<head>'.length;
  const end = html.indexOf('</head>');
  if (end < start) return html;
  const head = html.slice(start, end);
  const scripts = head.match(inlineScript) ?? [];
  const links = head.match(early) ?? [];
  const [entry = '', ...code] = head.match(moduleCode) ?? [];
  const rest = head.replace(inlineScript, '').replace(data, '').replace(early, '').replace(moduleCode, '');
  const ordered = [...scripts, ...links.filter(isStyle), ...links.filter((link) => !isStyle(link)), ...code, entry];
  // Scripts read the metas of the head; so does the parser, which needs the encoding within the first 1024 bytes.
  const lastMeta = rest.lastIndexOf('<meta');
  const at = lastMeta === -1 ? 0 : rest.indexOf('>', lastMeta) + 1;
  return (
    html.slice(0, start) +
    rest.slice(0, at) +
    ordered.join('') +
    rest.slice(at) +
    (head.match(data) ?? []).join('') +
    html.slice(end)
  );
}

const isStyle = (link: string) => link.includes('rel="stylesheet"');

/**
 * The built app, which renders a page for a request from the library's data. It marks its own inline scripts
 * (`takeOwnScripts`).
 */
export type PageRenderer = {
  fetch(request: Request, options: { context: { shelf: Shelf; scriptMark: string } }): Promise<Response> | Response;
};

/**
 * Maximum length of addresses. One with a longer path belongs to no page; one with a longer query is rendered, but not
 * cached.
 */
export const maxAddressLength = 2048;

/**
 * Renders the page of an address (path and query, without a language), and passes the scopes it reads to `note`. `isCacheable` is true if
 * the page may be cached. Rejects with the fault of the machine if the page could not be rendered because of one.
 */
export type RenderPage = (
  address: string,
  note: (scope: Scope) => void,
) => Promise<{ answer: CachedAnswer; isCacheable: boolean }>;

/**
 * Creates the renderer. Calls `onMissing` with the path of each address that has no page. Logs only paths, because a
 * query has search terms.
 */
export function createPageRendering(parts: {
  renderer: PageRenderer;
  /** The language of the pages. */
  language: Language;
  shelf: Shelf;
  /** Returns the current log position of the library. */
  readRevision: () => string;
  publicUrl: string;
  /** Origins from which pages may fetch besides our own. */
  onMissing: (path: string) => void;
  log: Logger;
}): RenderPage {
  const { renderer, language, shelf, publicUrl, log } = parts;
  return async (address, note) => {
    const revision = parts.readRevision();
    // Rendered without the visitor's headers: no data of one person can reach another through the cache.
    const request = new Request(new URL(inLanguage(language, address), publicUrl), {
      headers: { accept: 'text/html' },
    });
    let met: unknown = null;
    const watched = watchFaults(recordReads(shelf, note), (fault) => (met ??= fault));
    const scriptMark = randomBytes(16).toString('hex');
    const response = await renderer.fetch(request, { context: { shelf: watched, scriptMark } });
    // The app knows that a read failed, not the cause; the response has Retry-After.
    if (response.status >= 500 && met !== null) {
      await response.body?.cancel();
      throw met;
    }
    const { html, hashes } = takeOwnScripts(await response.text(), scriptMark);
    const text = orderHead(html);
    if (response.status === 404) parts.onMissing(pathOf(address));
    // Rendered without a list that the database had no time for (read-pool.ts): a retry may succeed a moment later.
    const isBusy = response.status === 503;
    if (response.status >= 500 && !isBusy)
      log.error({ path: pathOf(address), status: response.status }, 'a page could not be rendered');
    const headers = {
      ...pageHeaders,
      ...(isBusy && { 'retry-after': '2' }),
      ...headersOf(response, hashes, publicUrl),
    };
    const answer = { ...(await makePage(text, response.status, headers)), revision };
    return { answer, isCacheable: response.status < 500 && address.length <= maxAddressLength && !isSearch(address) };
  };
}

/** Wraps the shelf so that reads that fail because of the machine or an engine are reported to `onFault`. */
function watchFaults(shelf: Shelf, onFault: (error: unknown) => void): Shelf {
  const watch = (error: unknown) => {
    if (readFault(error) !== null) onFault(error);
  };
  const watched = Object.entries(shelf).map(([name, call]: [string, (...given: unknown[]) => unknown]) => [
    name,
    (...given: unknown[]) => {
      const read = call(...given);
      if (read instanceof Promise) read.catch(watch);
      return read;
    },
  ]);
  return Object.fromEntries(watched) as unknown as Shelf;
}

/**
 * True if the page shows search results. These also change when a text is extracted, for which no change is announced;
 * the search service caches them itself.
 */
function isSearch(address: string): boolean {
  return address.startsWith(`${pages.search()}?`);
}

/** Returns those headers of a rendered page that are sent; all others are dropped. */
function headersOf({ headers }: Response, scriptHashes: readonly string[], publicUrl: string): Record<string, string> {
  const location = headers.get('location');
  if (location === null) {
    return {
      'content-type': headers.get('content-type') ?? 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(scriptHashes),
    };
  }
  const control = headers.get('cache-control');
  return { location: relative(location, publicUrl), ...(control && { 'cache-control': control }) };
}

/**
 * Makes a redirect relative: pages redirect only within our own origin, and a relative redirect works under every name
 * of the site.
 */
function relative(location: string, publicUrl: string): string {
  const url = new URL(location, publicUrl);
  return url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash;
}

const buildFolder = path.join(import.meta.dirname, '..', '..', '..', 'dist');

/**
 * Returns the renderer of the built pages. It renders each address in its language, whose pages are a build of their
 * own, loaded when first needed. If pages of these languages were never built, throws an Error with the command to run.
 */
export async function openPageRenderer(languages: readonly Language[]): Promise<PageRenderer> {
  const loaded = new Map<Language, Promise<PageRenderer>>();
  const load = (language: Language) => {
    const loading = loaded.get(language) ?? importPages(language);
    loaded.set(language, loading);
    return loading;
  };
  await Promise.all(languages.map((language) => access(entryOf(language)).catch(failUnbuilt)));
  await load(defaultLanguage);
  return {
    async fetch(request, options) {
      const { language } = splitLanguage(new URL(request.url).pathname);
      return (await load(language)).fetch(request, options);
    },
  };
}

/** Returns the file of the pages of a language, as written by scripts/build.mjs. */
function entryOf(language: Language): string {
  const folder = language === defaultLanguage ? buildFolder : path.join(buildFolder, language);
  return path.join(folder, 'server', 'server.js');
}

async function importPages(language: Language): Promise<PageRenderer> {
  const built: { default: PageRenderer } = await import(pathToFileURL(entryOf(language)).href);
  return built.default;
}

function failUnbuilt(cause: unknown): never {
  throw new Error('the pages are not built; run `npm run build`, or start with `npm start`', { cause });
}
