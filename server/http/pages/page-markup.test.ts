import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { openPageRenderer, type PageRenderer } from './render-page.ts';
import { findMarkupFaults } from '#test/support/page-markup.ts';
import { publicAddresses } from '#test/support/screens.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { casesOf } from '#test/support/sweeps.ts';

/** All reads of a page that may take longer than the library allows. */
const slowReads = ['listMaterials', 'search', 'countMaterials', 'countByFaculty', 'findSubjectPlaces'];
const subject = ['csit', '1', 'c-programming'] as const;

let server: TestServer;
let isBusy = false;

beforeAll(async () => {
  const app = await openPageRenderer(['en']);
  const renderer: PageRenderer = {
    fetch(request, { context }) {
      const refused = slowReads.map((name) => [name, () => Promise.reject(new Error('busy'))]);
      const shelf = isBusy ? { ...context.shelf, ...Object.fromEntries(refused) } : context.shelf;
      return app.fetch(request, { context: { ...context, shelf } });
    },
  };
  server = await openTestServer({ settings: { SAMPLES: 'on' }, renderer });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server?.[Symbol.asyncDispose]());

/**
 * Requests an address until the response is as expected, because a busy machine may refuse a page or a search at first.
 * Returns that response.
 */
function fetchWhen<Seen>(address: string, look: (answer: Response) => Seen, expected: Seen): Promise<Response> {
  return vi.waitFor(
    async () => {
      const answer = await fetch(server.url + address);
      expect(look(answer), address).toEqual(expected);
      return answer;
    },
    { timeout: 60_000 },
  );
}

test('a page whose list or search failed says so without scripts, and links to the same address', async () => {
  // The app logs each query that fails.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  isBusy = true;
  // The text that each would only show while it loads.
  const addresses = [
    pages.home(),
    pages.faculty('csit'),
    pages.semester('csit', '1'),
    pages.revisionSubjects('csit', '1'),
    pages.papers(...subject),
    pages.notes(...subject),
    pages.books(),
    `${pages.search()}?q=recursion`,
  ];
  for (const address of casesOf('addresses', addresses, (_, index) => [0, 5, 7].includes(index))) {
    // Of a page that was rendered; a refused rendering has another `Retry-After`.
    const answer = await fetchWhen(address, ({ status, headers }) => [status, headers.get('retry-after')], [503, '2']);
    const html = await answer.text();
    expect(html).not.toContain('Loading…');
    expect(html).toContain('couldn’t be loaded because the server is busy');
    expect(html.match(/<a href="([^"]*)"[^>]*>Try again</)?.[1]?.replaceAll('&amp;', '&')).toBe(address);
    expect(findMarkupFaults(html), address).toEqual([]);
  }
  isBusy = false;
});

test('no page joins words without style sheets, shows print-only text, or has invalid headings, fields and forms', async () => {
  // On a busy machine a search may be refused at first, which the app logs.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const found = new Map<string, string[]>();
  // One of each page, without its other filters.
  const addresses = casesOf(
    'addresses',
    publicAddresses,
    (each) => !each.includes('?') || each.includes('q=recursion'),
  );
  for (const address of addresses) {
    const answer = await fetchWhen(address, ({ status }) => status === 503, false);
    for (const fault of findMarkupFaults(await answer.text())) found.set(fault, [...(found.get(fault) ?? []), address]);
  }
  expect(Object.fromEntries(found)).toEqual({});
});

test('every form of the app has a submit button, even if only scripts make it visible', async () => {
  const root = path.join(import.meta.dirname, '../../..');
  const found: string[] = [];
  for (const file of globSync('app/**/*.tsx', { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const [form] of text.matchAll(/<form\b.*?<\/form>/gs)) if (!form.includes('type="submit"')) found.push(file);
  }
  expect(found).toEqual([]);
});
