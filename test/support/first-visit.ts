import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { pages } from '#contract/addresses.ts';
import { openPage } from './open-page.ts';
import type { SharedBrowser } from './shared-browser.ts';

/** The promise: script and style of a first visit, in bytes after brotli (docs/product.md, section 11). */
export const maxFirstVisitBytes = 150 * 1024;

/** A page of each sort on which visitors arrive. */
export const firstPages = {
  home: pages.home(),
  subject: pages.papers('csit', '1', 'c-programming'),
  library: pages.books(),
  search: `${pages.search()}?q=algorithm`,
};

/** Bytes of all scripts and styles that a page loads, as transferred (brotli) and uncompressed. */
export type FirstVisit = { wire: number; plain: number; files: number };

/**
 * Opens a page in a new browser profile, waits until it has loaded everything, and returns the sizes of its scripts and
 * styles.
 */
export async function weighFirstVisit(browser: Pick<SharedBrowser, 'newContext'>, url: string): Promise<FirstVisit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const loaded = new Set<string>();
  page.on('request', (each) => {
    if (['script', 'stylesheet'].includes(each.resourceType())) loaded.add(each.url());
  });
  const response = await openPage(page, url);
  if (!response?.ok()) throw new Error(`${url} answers ${response?.status()}`);
  await context.close();
  const sizes = await Promise.all([...loaded].map(fetchSize));
  return {
    wire: sizes.reduce((sum, { wire }) => sum + wire, 0),
    plain: sizes.reduce((sum, { plain }) => sum + plain, 0),
    files: loaded.size,
  };
}

/** Returns the transferred size of a response, which `fetch` would decompress. */
async function fetchSize(url: string): Promise<{ wire: number; plain: number }> {
  const { body, encoding } = await new Promise<{ body: Buffer; encoding: string | undefined }>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => resolve({ body: Buffer.concat(parts), encoding: response.headers['content-encoding'] }));
    })
      .on('error', reject)
      .end();
  });
  return { wire: body.length, plain: encoding === 'br' ? brotliDecompressSync(body).length : body.length };
}
