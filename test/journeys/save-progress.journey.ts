import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { beginSaving, openControlled } from '#test/support/save-visit.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openLine, openVisit } from '#test/support/offline-visit.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { extentOf } from '#test/support/sweeps.ts';

const place = { facultyId: 'csit', semesterId: '1', subject: 'Digital Logic' };
const paperCount = extentOf('journeys', { all: 61, part: 8 });

/** Sizes in bytes: every fifth paper has two chunks of 256 KiB, the others one; the 61 papers have less than 10 MB. */
const sizeOf = (index: number) => 30_000 + (index % 5) * 66_000;

test('the progress of saved papers never falls, has one total, and claims only what is stored, also when the connection breaks', async () => {
  await using server = await openTestServer({ withPages: true });
  const librarian = await openLibrarian(server.url);
  for (let index = 0; index < paperCount; index += 1) {
    const fileId = `file-${index}`;
    await librarian.upload('paper.html', Buffer.from(makePaper(index)), fileId);
    await librarian.publish('paper', { ...place, title: `Paper ${index}`, year: 2000 + (index % 20), fileId });
  }
  await using line = await openLine(server.url);
  await using browser = await shareBrowser();
  const page = await (await openVisit(browser)).newPage();
  await openControlled(page, line.url + pages.papers('csit', '1', 'digital-logic'));
  let files = 0;
  let isBroken = false;
  line.answer = (incoming, outgoing) => {
    if (!incoming.url?.includes('/preview?')) return false;
    files += 1;
    const [, index] = /file-(\d+)/.exec(incoming.url) ?? [];
    if (isBroken || files < paperCount / 2 || Number(index) % 5 !== 4) return false;
    isBroken = true;
    void sendBeginning(server.url, incoming, outgoing);
    return true;
  };
  await recordSteps(page);
  await beginSaving(page);
  const dialog = page.getByRole('dialog', { name: 'Save subject offline' });
  await expect.poll(async () => isBroken && (await page.evaluate(() => window.readStored())).hasPart).toBe(true);
  line.cut();
  await dialog.getByText('Can’t reach the library. Saving resumes automatically.').waitFor();
  await expect.poll(() => readClaim(page)).toMatchObject({ done: files - 1, count: paperCount });
  const [claimed, stored] = [await readClaim(page), await page.evaluate(() => window.readStored())];
  expect(claimed.done).toBe(stored.done);
  // The first chunk of the file that broke off counts, too.
  expect(claimed.megabytes).toBe(Math.floor((stored.bytes / 1024 ** 2) * 10) / 10);
  expect(stored.hasPart).toBe(true);
  line.mend();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await dialog.getByRole('button', { name: 'Remove from this device' }).waitFor();

  const steps = await page.evaluate(() => window.steps);
  const claims = steps.map(({ words }) => parseClaim(words));
  expect(claims.length).toBeGreaterThan(3);
  expect(new Set(claims.map(({ count, total }) => `${count} ${total}`)).size).toBe(1);
  expect(isRising(steps.map(({ value }) => value))).toBe(true);
  expect(isRising(claims.map(({ done }) => done))).toBe(true);
  expect(isRising(claims.map(({ megabytes }) => megabytes))).toBe(true);
  const overstated = steps.filter(({ words, stored: held }) => {
    const { done, megabytes } = parseClaim(words);
    // All of it is written as the total, which is rounded.
    return done > held.done || megabytes > Math.round((held.bytes / 1024 ** 2) * 10) / 10;
  });
  expect(overstated).toEqual([]);
  // The bar is never full before the end.
  expect(Math.max(...steps.map(({ value }) => value))).toBeLessThan(100);
});

type Stored = { done: number; bytes: number; hasPart: boolean };

declare global {
  interface Window {
    /** Every state of the progress: the bar, the words, and what was stored just after. */
    steps: { value: number; words: string; stored: Stored }[];
    readStored: () => Promise<Stored>;
  }
}

/** Records every state of the progress that the page shows from now on, each with what is stored by then. */
function recordSteps(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.steps = [];
    window.readStored = () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('examshelf-kept');
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('materials').objectStore('materials').getAll();
          reading.addEventListener('success', () => {
            opening.result.close();
            const records = reading.result as {
              file: { size: number } | null;
              coming: { size: number; held: number } | null;
            }[];
            const bytes = records.map(({ file, coming }) =>
              coming ? Math.min(coming.held * 262_144, coming.size) : (file?.size ?? 0),
            );
            resolve({
              done: records.filter(({ file }) => file).length,
              bytes: bytes.reduce((sum, size) => sum + size, 0),
              hasPart: records.some(({ coming }) => coming !== null && coming.held > 0),
            });
          });
        });
      });
    const look = () => {
      const bar = document.querySelector('progress');
      const words = bar?.previousElementSibling?.firstElementChild?.textContent ?? '';
      const before = window.steps.at(-1);
      if (!bar || (before?.value === bar.value && before.words === words)) return;
      const step = { value: bar.value, words, stored: { done: 0, bytes: 0, hasPart: false } };
      window.steps.push(step);
      void window.readStored().then((stored) => Object.assign(step, { stored }));
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
}

async function readClaim(page: Page) {
  return parseClaim(await page.getByText(/^\d+ of \d+ papers · /).innerText());
}

/** Parses `23 of 61 papers · 3.4 of 9.6 MB`. */
function parseClaim(words: string) {
  const [, done, count, megabytes, total] = /^(\d+) of (\d+) papers · ([\d.]+) of ([\d.]+) MB$/.exec(words) ?? [];
  return { done: Number(done), count: Number(count), megabytes: Number(megabytes), total: Number(total) };
}

function isRising(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value >= values[index - 1]!);
}

function makePaper(index: number): string {
  const start = `<!doctype html><html lang="en"><head><title>Paper ${index}</title></head><body><p>Paper</p><!--`;
  return `${start.padEnd(sizeOf(index), 'x')}--></body></html>`;
}

/** Responds with the first nine tenths of a file; the rest does not come. */
async function sendBeginning(url: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const answer = await fetch(url + incoming.url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const names = ['etag', 'content-type', 'content-length'];
  outgoing.writeHead(200, Object.fromEntries(names.map((name) => [name, answer.headers.get(name) ?? ''])));
  outgoing.write(bytes.subarray(0, bytes.length * 0.9));
}
