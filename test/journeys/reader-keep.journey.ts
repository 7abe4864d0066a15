import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectFocusOn } from '#test/support/keyboard.ts';
import { pressTool } from '#test/support/reader.ts';
import {
  closePanel,
  desktop,
  goTo,
  highlight,
  notes,
  painted,
  phone,
  reader,
  sizes,
  storedPages,
  keepReaderShelf,
} from '#test/support/reader-shelf.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

/** State of the reader on the device: last pages and highlights. */

const shelf = keepReaderShelf();

test.each(casesOf('sizes', sizes, ({ name }) => name === 'phone'))(
  'a document continues at its last page on request, on a $name',
  async ({ options }) => {
    const page = await shelf.newPage(options);
    await shelf.open(page, `${notes}?open=book`);
    expect(
      await reader(page)
        .getByRole('button', { name: /^Continue/ })
        .count(),
    ).toBe(0);
    await goTo(page, 12);
    await pressTool(page, 'Zoom in');
    await pressTool(page, 'Close');
    await reader(page).waitFor({ state: 'detached' });

    await shelf.open(page, `${notes}?open=book`);
    const offer = reader(page).getByRole('button', { name: 'Continue at page 12' });
    await offer.click();
    await painted(page, 12).waitFor();
    await offer.waitFor({ state: 'detached' });
    // The zoom is not remembered.
    expect(await page.getByLabel('Zoom', { exact: true }).allInnerTexts()).toEqual(
      options === desktop ? ['100 %'] : [],
    );
    expect(Object.keys(JSON.parse((await storedPages(page))!))).toEqual(['book-file']);

    // An address with a page takes precedence.
    await shelf.open(page, `${notes}?open=book&page=3`, 3);
    expect(await offer.count()).toBe(0);
    await expect.poll(() => page.getByLabel('Go to page').inputValue()).toBe('3');
    await page.goto(`${shelf.url()}${notes}?open=book`);
    await page.getByRole('button', { name: 'Continue at page 3' }).waitFor();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'the offer disappears when reading on, stays away when dismissed, and is not made for page 1 or the end',
  async () => {
    const page = await shelf.newPage(desktop);
    await shelf.open(page, `${notes}?open=book`);
    await goTo(page, 9);
    await expect.poll(() => storedPages(page)).toContain('"page":9');
    await shelf.open(page, `${notes}?open=book`);
    const offer = reader(page).getByRole('button', { name: 'Continue at page 9' });
    await offer.waitFor();
    await reader(page).getByRole('button', { name: 'Stay at page 1' }).click();
    await offer.waitFor({ state: 'detached' });
    await expectFocusOn(page, reader(page).getByRole('region', { name: /^Pages of/ }));

    await shelf.open(page, `${notes}?open=book`);
    await offer.waitFor();
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, 600);
    await offer.waitFor({ state: 'detached' });

    await goTo(page, 40);
    await expect.poll(() => storedPages(page)).toBeNull();
    await goTo(page, 7);
    await expect.poll(() => storedPages(page)).toContain('"page":7');
    await goTo(page, 1);
    await expect.poll(() => storedPages(page)).toBeNull();
  },
);

test.skipIf(isOnlyInSweep('journeys'))('a browser without storage can read papers nevertheless', async () => {
  const context = await shelf.browser().newContext(phone);
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('closed', 'SecurityError');
      },
    });
  });
  const page = await context.newPage();
  shelf.watch(page);
  await shelf.open(page, `${notes}?open=three`);
  await highlight(page, 'One');
  await goTo(page, 2);
  await pressTool(page, 'Close');
  await reader(page).waitFor({ state: 'detached' });
  expect(page.url()).toBe(`${shelf.url()}${notes}`);
});

test.each(casesOf('sizes', sizes, ({ name }) => name === 'desktop'))(
  'highlights stay, are listed, visited, removed and exported, on a $name',
  async ({ options }) => {
    const page = await shelf.newPage({ ...options, acceptDownloads: true });
    const sent: string[] = [];
    await shelf.open(page, `${notes}?open=book`);
    await pressTool(page, 'Highlights');
    await reader(page).getByText('No highlights yet.').waitFor();
    await closePanel(page);
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await highlight(page, 'Page 1 of the long book');
    await goTo(page, 20);
    await highlight(page, 'Page 20 of the long book');
    await shelf.open(page, `${notes}?open=book&page=20`, 20);
    await page.locator('mark').getByText('Page 20 of the long book').waitFor();
    expect(
      await page
        .locator('mark')
        .first()
        .evaluate((mark) => getComputedStyle(mark).backgroundColor),
    ).toBe('rgba(255, 255, 0, 0.3)');

    await pressTool(page, 'Highlights');
    const quote = (number: number) =>
      reader(page).getByRole('button', { name: `Page ${number} of the long book`, exact: true });
    const onPage = (number: number) =>
      reader(page).getByRole('region', { name: `Highlights on page ${number}`, exact: true });
    await onPage(1).getByRole('button', { name: 'Page 1 of the long book', exact: true }).waitFor();
    await onPage(20).getByRole('button', { name: 'Page 20 of the long book', exact: true }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      reader(page).getByRole('button', { name: 'Save as text' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('Long book - highlights.txt');
    expect(await readFile(await saved.path(), 'utf8')).toBe(
      'Long book\n2 highlights\n\nPage 1\n  “Page 1 of the long book”\n\nPage 20\n  “Page 20 of the long book”\n',
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await reader(page).getByRole('button', { name: 'Copy' }).click();
    await reader(page).getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('“Page 20 of the long book”');

    await quote(1).click();
    await painted(page, 1).waitFor();
    await expect.poll(() => page.getByLabel('Go to page').inputValue()).toBe('1');
    if (!(await onPage(1).isVisible())) await pressTool(page, 'Highlights');
    await onPage(1).getByRole('button', { name: 'Remove “Page 1 of the long book”' }).click();
    await onPage(1).waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('mark').count()).toBe(0);
    await reader(page).getByRole('button', { name: 'Undo' }).click();
    await onPage(1).waitFor();
    await onPage(1)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await onPage(20)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await reader(page).getByText('No highlights yet.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('reader-highlights'))).toBeNull();
    expect(sent).toEqual([]);
  },
);
