import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { untilHydrated } from '#test/support/open-page.ts';
import { keepReaderShelf, painted, papers, phone, place } from '#test/support/reader-shelf.ts';

/** Clicks and typing on a page whose scripts have not arrived yet. */

const shelf = keepReaderShelf(async (librarian) => {
  await librarian.upload('2023.pdf', makePdf([['Questions']]), 'file');
  await librarian.publish('paper', { ...place, title: 'Paper of 2023', year: 2023, fileId: 'file' }, 'paper');
});

/** Opens a page, whose scripts wait until `arrive` is called; false means that they fail. */
async function openBeforeScripts(address = papers) {
  const watched = await shelf.newPage(phone);
  // Scripts that do not arrive are reported on its console.
  const page = await watched.context().newPage();
  const arrival = Promise.withResolvers<boolean>();
  await page.route('**/assets/*.js', async (route) => {
    if (await arrival.promise) await route.continue();
    else await route.abort();
  });
  await page.goto(shelf.url() + address, { waitUntil: 'commit' });
  return { page, view: page.getByRole('link', { name: 'View Paper of 2023' }), arrive: arrival.resolve };
}

/** The address of the file that the page requests next. */
function fileRequest(page: Page) {
  return page.waitForRequest(/\/files\/file\/(preview|view)/);
}

test('View, tapped before the page is hydrated, is busy until then and opens the reader', async () => {
  const { page, view, arrive } = await openBeforeScripts();
  await view.tap();
  await page.locator('a[aria-busy]').waitFor();
  expect(page.url()).toBe(shelf.url() + papers);
  arrive(true);
  await painted(page, 1).waitFor();
  expect(new URL(page.url()).searchParams.get('open')).toBe('paper');
  await page.getByRole('button', { name: 'Close' }).tap();
  await untilHydrated(page);
  expect(await page.locator('a[aria-busy]').count()).toBe(0);
});

test('a second tap on View before the page is hydrated opens the file itself', async () => {
  const { page, view } = await openBeforeScripts();
  await view.tap();
  const [request] = await Promise.all([fileRequest(page), view.tap()]);
  expect(request.isNavigationRequest()).toBe(true);
});

test('View opens the file itself if the scripts of the page do not arrive', async () => {
  const { page, view, arrive } = await openBeforeScripts();
  await view.tap();
  await page.locator('a[aria-busy]').waitFor();
  const [request] = await Promise.all([fileRequest(page), Promise.resolve(arrive(false))]);
  expect(request.isNavigationRequest()).toBe(true);
});

test('words typed into the search before the page is hydrated stay, and suggestions follow', async () => {
  const { page, arrive } = await openBeforeScripts(pages.home());
  const box = page.getByRole('main').getByRole('combobox', { name: 'Search' });
  await box.tap();
  await page.keyboard.type('paper of');
  arrive(true);
  await page.getByRole('option').filter({ hasText: 'Paper of 2023' }).waitFor();
  expect(await box.inputValue()).toBe('paper of');
});

test('a title and a faculty entered before the library is hydrated filter its books', async () => {
  const { page, arrive } = await openBeforeScripts(pages.books());
  await page.getByPlaceholder('Search books...').fill('logic');
  await page.getByLabel('Faculty').selectOption('BSc CSIT');
  arrive(true);
  await page.waitForURL((url) => url.searchParams.get('faculty') === 'csit' && url.searchParams.get('q') === 'logic');
  expect(await page.getByPlaceholder('Search books...').inputValue()).toBe('logic');
});

test('a discussion searched before the forum is hydrated is found', async () => {
  const { page, arrive } = await openBeforeScripts(pages.discussions());
  await page.getByRole('searchbox', { name: 'Search discussions' }).fill('nothing like this');
  arrive(true);
  await page.getByText('No discussions found.').waitFor();
  expect(new URL(page.url()).searchParams.get('search')).toBe('nothing like this');
});
