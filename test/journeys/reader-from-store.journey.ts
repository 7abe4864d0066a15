import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { openBucketCors } from '#test/support/bucket-cors.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { desktop, goTo, painted, place } from '#test/support/reader-shelf.ts';
import { openS3Server, whyNoS3, type S3Server } from '#test/support/s3-server.ts';
import { makeScan } from '#test/support/scan.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

const reason = await whyNoS3();
if (reason) process.stdout.write(`skipped: reading from a store of objects, because ${reason}\n`);

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
  await cors.allow(server.url);
  const librarian = await openLibrarian(server.url);
  await librarian.upload('scan.pdf', makeScan('scan', 250), 'scan-file');
  await librarian.publish('note', { ...place, title: 'A scan', fileId: 'scan-file' }, 'scan');
  const ask = () => fetch(server.url + api.fileReading(ids, 'scan-file'), { method: 'HEAD' });
  await vi.waitFor(async () => expect((await ask()).headers.get('content-location')).toBeNull(), { timeout: 60_000 });
  await expect.poll(() => server.resources.storage.derived?.digests('reading')).toHaveLength(1);
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
    await server.services.ranges?.look();
    const context = await browser.newContext({ ...desktop, serviceWorkers: 'allow' });
    const page = await context.newPage();
    // What the browser itself says of a refused answer, which no script can prevent. Before there is one, nothing.
    const refusals: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refusals.push(message.text()));
    const trouble = watchForTrouble(page, [/blocked by CORS policy/, /Failed to load resource: net::ERR_FAILED/]);
    const asked = await watchRanges(page);
    await page.goto(`${server.url}${pages.material('scan')}?open=scan`);
    await painted(page, 1).waitFor();
    for (const number of [60, 120, 180]) await goTo(page, number);
    const [own, there] = [asked.from(server.url), asked.from(store.endpoint)];
    expect(own.bytes).toBe(64 * 1024);
    expect(there.bytes).toBeGreaterThan(6 * own.bytes);
    expect([there.preflights, there.fromServiceWorker, refusals]).toEqual([0, 0, []]);

    await cors.refuse();
    await goTo(page, 240);
    await goTo(page, 90);
    expect(asked.from(store.endpoint).bytes).toBe(there.bytes);
    expect(asked.from(server.url).bytes).toBeGreaterThan(own.bytes);
    expect(asked.twice()).toEqual([]);
    expect(refusals.length).toBeGreaterThan(0);
    expect(await page.getByText('No connection.').count()).toBe(0);
    expect(trouble()).toEqual([]);
    await context.close();
  },
);

/** The ranges of the document that arrived, and from where. */
async function watchRanges(page: Page) {
  const arrived: { origin: string; begin: number; end: number; isOfWorker: boolean }[] = [];
  const preflights: string[] = [];
  page.on('response', (response) => {
    const [, begin, end] = /^bytes (\d+)-(\d+)\//.exec(response.headers()['content-range'] ?? '') ?? [];
    if (begin === undefined) return;
    const { origin } = new URL(response.url());
    arrived.push({ origin, begin: Number(begin), end: Number(end), isOfWorker: response.fromServiceWorker() });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ type, request }) => {
    if (type === 'Preflight') preflights.push(new URL(request.url).origin);
  });
  return {
    from(url: string) {
      const of = arrived.filter(({ origin }) => origin === url);
      return {
        bytes: of.reduce((sum, { begin, end }) => sum + end - begin + 1, 0),
        fromServiceWorker: of.filter(({ isOfWorker }) => isOfWorker).length,
        preflights: preflights.filter((origin) => origin === url).length,
      };
    },
    /** What arrived although it was there already. */
    twice() {
      const inOrder = arrived.toSorted((one, other) => one.begin - other.begin);
      return inOrder.filter(({ begin }, index) => index > 0 && begin <= (inOrder[index - 1]?.end ?? 0));
    },
  };
}
