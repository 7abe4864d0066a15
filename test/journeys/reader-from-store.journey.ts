import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allOf } from '#test/support/all-of.ts';
import { api, pages } from '#contract/addresses.ts';
import { openBucketCors } from '#test/support/bucket-cors.ts';
import { digest, ids, openLibrarian } from '#test/support/library.ts';
import { desktop, goTo, painted, place } from '#test/support/reader-shelf.ts';
import { openS3Server, whyNoS3, type S3Server } from '#test/support/s3-server.ts';
import { makeScan } from '#test/support/scan.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

const reason = await whyNoS3();
if (reason) process.stdout.write(`skipped: reading from a store of objects, because ${reason}\n`);

/** 6.4 MB, which has a reading copy. */
const scan = makeScan('scan', 250);

let store: S3Server;
let cors: ReturnType<typeof openBucketCors>;
let server: TestServer;
let browser: SharedBrowser;

beforeAll(async () => {
  if (reason) return;
  [store, browser] = await Promise.all([openS3Server(), shareBrowser()]);
  const settings = { STORAGE_URL: store.newUrl(), STORAGE_REDIRECT: 'on' };
  server = await openTestServer({ withPages: true, settings });
  cors = openBucketCors(store);
  // No header is allowed on request: a browser that had to ask for permission would read nothing.
  await cors.allow(server.url, { asked: [] });
  const librarian = await openLibrarian(server.url);
  await librarian.upload('scan.pdf', scan, 'scan-file');
  await librarian.publish('note', { ...place, title: 'A scan', fileId: 'scan-file' }, 'scan');
  // Asking for the copy begins to make it; then it is put into the store. On a busy machine the store is left alone once.
  await fetch(server.url + api.fileReading(ids, 'scan-file'), { method: 'HEAD' });
  const { derived } = server.resources.storage;
  await vi.waitFor(
    async () => {
      server.services.reading.share(digest(scan));
      if (!derived || (await allOf(derived.digests('reading'))).length !== 1)
        throw new Error('the copy is not in the store yet');
    },
    { timeout: 100_000, interval: 500 },
  );
  await server.services.ranges?.look();
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  await cors?.[Symbol.asyncDispose]();
  await store?.[Symbol.asyncDispose]();
});

test.skipIf(reason)(
  'a reader gets the bytes of a long PDF from the store, and goes on from the library when the store refuses',
  async () => {
    const context = await browser.newContext({ ...desktop, serviceWorkers: 'allow' });
    const page = await context.newPage();
    // What the browser itself says of a refused answer, which no script can prevent. Before there is one, nothing.
    const refusals: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refusals.push(message.text()));
    const trouble = watchForTrouble(page, [/blocked by CORS policy/, /Failed to load resource: net::ERR_FAILED/]);
    const asked = watchRanges(page);
    await page.goto(`${server.url}${pages.material('scan')}?open=scan`);
    await painted(page, 1).waitFor();
    for (const number of [60, 120, 180]) await goTo(page, number);
    const [own, there] = [asked.from(server.url), asked.from(store.endpoint)];
    // The first bytes, and what is asked for before the code for the store has come.
    expect(own.bytes).toBeGreaterThanOrEqual(64 * 1024);
    expect(own.bytes).toBeLessThan(3 * 64 * 1024);
    expect(there.bytes).toBeGreaterThan(6 * 64 * 1024);
    expect([there.fromServiceWorker, refusals]).toEqual([0, []]);

    await cors.refuse();
    await goTo(page, 240);
    const refused = asked.from(store.endpoint).failures;
    expect(refused).toBeGreaterThan(0);
    expect(refusals.length).toBeGreaterThan(0);
    await goTo(page, 90);
    expect(asked.from(store.endpoint)).toEqual({ ...there, failures: refused });
    expect(asked.from(server.url)).toMatchObject({ failures: 0 });
    expect(asked.from(server.url).bytes).toBeGreaterThan(own.bytes);
    expect(asked.twice()).toEqual([]);
    expect(await page.getByText('No connection.').count()).toBe(0);
    expect(trouble()).toEqual([]);
    await context.close();
  },
);

/** The ranges of the document that arrived, and from where. */
function watchRanges(page: Page) {
  const arrived: { origin: string; begin: number; end: number; isOfWorker: boolean }[] = [];
  const failed: string[] = [];
  const rangeOf = (request: Request) => /^bytes=(\d+)-(\d+)$/.exec(request.headers()['range'] ?? '');
  page.on('requestfinished', async (request) => {
    const [, begin, end] = rangeOf(request) ?? [];
    const response = begin === undefined ? null : await request.response();
    const { origin } = new URL(request.url());
    if (response)
      arrived.push({ origin, begin: Number(begin), end: Number(end), isOfWorker: response.fromServiceWorker() });
  });
  page.on('requestfailed', (request) => rangeOf(request) && failed.push(new URL(request.url()).origin));
  return {
    from(url: string) {
      const of = arrived.filter(({ origin }) => origin === url);
      return {
        bytes: of.reduce((sum, { begin, end }) => sum + end - begin + 1, 0),
        fromServiceWorker: of.filter(({ isOfWorker }) => isOfWorker).length,
        failures: failed.filter((origin) => origin === url).length,
      };
    },
    /** What arrived although it was there already. */
    twice() {
      const inOrder = arrived.toSorted((one, other) => one.begin - other.begin);
      return inOrder.filter(({ begin }, index) => index > 0 && begin <= (inOrder[index - 1]?.end ?? 0));
    },
  };
}
