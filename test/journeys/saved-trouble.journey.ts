import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { callAs, callAsAdministrator } from '#test/support/contract-caller.ts';
import { openFullLibrary } from '#test/support/full-library.ts';
import {
  beginSaving,
  changeRecords,
  countStored,
  damageChunks,
  findLine,
  saveAll,
  limitRoom,
  loseLine,
  openControlled,
  painted,
} from '#test/support/save-visit.ts';
import { openLine, openVisit, type Line } from '#test/support/offline-visit.ts';
import { openPage, untilHydrated } from '#test/support/open-page.ts';
import type { TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Messages when something cannot be saved, or has changed. */

let server: TestServer;
let browser: SharedBrowser;
let line: Line;
let context: BrowserContext;

const book = 'sample-elec-nm-book-worked';
const other = 'sample-bca-dl-book-workbook';

beforeAll(async () => {
  server = await openFullLibrary();
  browser = await shareBrowser();
});

beforeEach(async () => {
  line = await openLine(server.url);
  context = await openVisit(browser);
});

afterEach(async () => {
  await context.close();
  await line[Symbol.asyncDispose]();
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

const isFile = ({ url = '' }: IncomingMessage) => url.includes('/preview?') && !url.includes('width=');

test.skipIf(isOnlyInSweep('journeys'))(
  'a lost connection is reported, and saving resumes with the first missing chunk',
  async () => {
    const page = await context.newPage();
    await openControlled(page, line.url + pages.material(book));
    const ranges: (string | undefined)[] = [];
    let cutAnswer = () => {};
    line.answer = (incoming, outgoing) => {
      if (!isFile(incoming)) return false;
      ranges.push(incoming.headers.range);
      if (ranges.length > 1) return false;
      void answerBeginning(incoming, outgoing, 300_000);
      cutAnswer = () => outgoing.destroy();
      return true;
    };
    await beginSaving(page);
    const dialog = page.getByRole('dialog', { name: 'Save offline' });
    await dialog.getByText('256 of 641 KB').waitFor();
    cutAnswer();
    await dialog.getByText('Can’t reach the library. Saving resumes automatically.').waitFor();
    await dialog.getByText('256 of 641 KB').waitFor();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await dialog.getByRole('button', { name: 'Remove from this device' }).waitFor();
    expect(ranges).toEqual([undefined, 'bytes=262144-']);

    // Cancelling removes everything.
    await dialog.getByRole('button', { name: 'Remove from this device' }).tap();
    line.answer = (incoming) => isFile(incoming);
    await dialog.getByRole('button', { name: /^Save \d/ }).tap();
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await dialog.getByRole('button', { name: /^Save \d/ }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('kept-offline'))).toBeNull();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a full device is reported before anything is fetched and while storing, and nothing counts as saved',
  async () => {
    const page = await context.newPage();
    await openControlled(page, line.url + pages.material(book));
    // Chromium reports the same large quota to every site, whatever it allows.
    await page.evaluate(() => {
      const { storage } = navigator;
      Object.assign(window, { originalEstimate: storage.estimate.bind(storage) });
      storage.estimate = async () => ({ quota: 2_000_000, usage: 1_500_000 });
    });
    await beginSaving(page);
    const dialog = page.getByRole('dialog', { name: 'Save offline' });
    await dialog.getByText('There isn’t enough space in this browser.').waitFor();
    expect(line.asked.filter((url) => isFile({ url } as IncomingMessage))).toEqual([]);

    // The quota seems sufficient, and then it is not.
    await page.evaluate(() => {
      navigator.storage.estimate = (
        window as unknown as { originalEstimate: StorageManager['estimate'] }
      ).originalEstimate;
    });
    await limitRoom(page, 300_000);
    await dialog.getByRole('button', { name: /^Save \d/ }).tap();
    await dialog.getByText('There wasn’t enough space.').waitFor();
    expect(await countStored(page, 'chunks')).toBe(0);
    await limitRoom(page, 0);
    await dialog.getByRole('button', { name: 'Try again' }).tap();
    await dialog.getByText('There wasn’t enough space.').waitFor();
    await openPage(page, line.url + pages.saved());
    await page.getByText('There wasn’t enough space.').waitFor();
    expect(await page.getByRole('link', { name: /^Read / }).count()).toBe(0);

    // The database has not even space for the message.
    await page.getByRole('button', { name: 'Remove all' }).tap();
    await page.getByText('Nothing yet.').waitFor();
    await openPage(page, line.url + pages.material(book));
    const filled = Promise.withResolvers<void>();
    line.answer = (incoming, outgoing) => {
      if (!isFile(incoming)) return false;
      void limitRoom(page, 0)
        .then(() => answerBeginning(incoming, outgoing, Infinity))
        .then(filled.resolve);
      return true;
    };
    await beginSaving(page);
    await filled.promise;
    await expect.poll(() => countStored(page, 'materials')).toBe(0);
    line.answer = null;
    await openPage(page, line.url + pages.saved());
    await page.getByText('The browser removed these to free up space:').waitFor();
    expect(await countStored(page, 'chunks')).toBe(0);

    // Now there is space.
    await openPage(page, line.url + pages.material(book));
    await saveAll(page);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'damaged bytes are never shown: without a connection that is reported, with one they are fetched again',
  async () => {
    const page = await context.newPage();
    await openControlled(page, line.url + pages.material(book));
    await saveAll(page);
    await damageChunks(page);
    await loseLine(line, context);
    await page.goto(line.url + pages.saved());
    await untilHydrated(page);
    await page.getByRole('link', { name: /^Read / }).tap();
    await page.getByText('The offline copy of this document is damaged. Go online and try again.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('The copy on this device is damaged. Download it again.').waitFor();
    await findLine(line, context);
    await page.getByRole('button', { name: 'Save again' }).tap();
    await page.getByText('The copy on this device is damaged.').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Read / }).waitFor();
    await loseLine(line, context);
    await page.getByRole('link', { name: /^Read / }).tap();
    await painted(page, 1);
    expect(await page.getByText('damaged').count()).toBe(0);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a replaced, withdrawn or evicted material is reported once there is a connection',
  async () => {
    const admin = await callAsAdministrator(server.url);
    const page = await context.newPage();
    for (const id of [book, other]) {
      await openControlled(page, line.url + pages.material(id));
      await saveAll(page);
    }
    const path = '/databases/library/collections/books/documents';
    const { json } = await callAs(server.url).call('GET', '/materials/sample-bba-fa-book-months');
    const { downloadUrl } = json['document'] as { downloadUrl: string };
    expect((await admin.call('PATCH', `${path}/${book}`, { json: { data: { downloadUrl } } })).status).toBe(200);
    expect((await admin.call('DELETE', `${path}/${other}`, { json: {} })).status).toBe(204);
    // A failing server changes nothing.
    line.answer = ({ url = '' }, outgoing) => {
      if (!url.startsWith('/v1/materials/')) return false;
      outgoing.writeHead(503).end();
      return true;
    };
    await changeRecords(page, { checkedAt: 0 });
    await openPage(page, line.url + pages.saved());
    await page.getByText('2 materials, ').waitFor();
    expect(await page.getByRole('link', { name: /^Read / }).count()).toBe(2);
    line.answer = null;
    await openPage(page, line.url + pages.saved());
    await page.getByText('It’s no longer in the library, so it was removed from this device.').waitFor();
    await page.getByText('The library has a newer version.').waitFor();
    await page.getByText('2 materials, 641 KB').waitFor();
    await page.getByRole('button', { name: 'Save the new version' }).tap();
    await page.getByText('2 materials, 265 KB').waitFor();
    expect(await page.getByRole('link', { name: /^Read / }).count()).toBe(1);

    const tools = await context.newCDPSession(page);
    await tools.send('Storage.clearDataForOrigin', { origin: line.url, storageTypes: 'indexeddb' });
    await openPage(page, line.url + pages.saved());
    await page.getByText('The browser removed these to free up space:').waitFor();
    await page.getByRole('button', { name: 'OK' }).tap();
    await page.getByText('Nothing yet.').waitFor();
  },
);

/** Sends the beginning of the file; the rest does not come. */
async function answerBeginning({ url }: IncomingMessage, outgoing: ServerResponse, length: number): Promise<void> {
  const answer = await fetch(server.url + url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const names = ['etag', 'content-type', 'content-length'];
  outgoing.writeHead(200, Object.fromEntries(names.map((name) => [name, answer.headers.get(name) ?? ''])));
  outgoing.write(bytes.subarray(0, length), () => {
    if (length >= bytes.length) outgoing.end();
  });
}
