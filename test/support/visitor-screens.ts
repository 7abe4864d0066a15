import type { Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import { goWithin } from './go-within.ts';
import { pressTool } from './reader.ts';
import { openPage } from './open-page.ts';
import { shown } from './full-library.ts';
import { keepToastsOpen, type Look } from './screens.ts';
import { termButton } from './student.ts';

/** Shows everything that a visitor can open on a page: menus, dialogs, toasts, loading lists, failures. */
export async function visitOpenedPages(page: Page, url: string, look: Look): Promise<void> {
  await visitMenus(page, url, look);
  await visitForum(page, url, look);
  await visitFailures(page, url, look);
}

/** Shows the reader and the paper preview with all their messages. */
export async function visitDialogs(page: Page, url: string, look: Look): Promise<void> {
  await visitReader(page, url, look);
  await visitPaperPreview(page, url, look);
}

async function visitMenus(page: Page, url: string, look: Look): Promise<void> {
  await openPage(page, url);
  await page.keyboard.press('Tab');
  await look('skip link');
  await page.keyboard.press('Tab');
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) {
    await menu.click();
    await look('menu');
    await page.keyboard.press('Escape');
  }
  await page.evaluate(() => localStorage.setItem('recent-searches', JSON.stringify(['pointers', 'recursion in C'])));
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await page.getByRole('group', { name: 'Recent searches' }).waitFor();
  await look('search, recent');
  await page.getByRole('dialog').getByRole('combobox').fill('prog');
  await page.getByRole('group', { name: 'Titles' }).waitFor();
  await look('search, suggestions');
  await page.keyboard.press('Escape');
  await openPage(page, `${url}${pages.search()}?q=refracton`);
  await page.getByRole('main').getByRole('link', { name: 'refraction', exact: true }).waitFor();
  await page.getByText('recognised text').waitFor();
  const filters = page.getByRole('main').getByRole('button', { name: 'Filters' });
  if (await filters.isVisible()) await filters.click();
  await look('search, filters');
  await openPage(page, url);
  await page.getByRole('button', { name: 'Select Faculty' }).first().click();
  await page.getByText('Faculty Selected').first().waitFor();
  await page.waitForURL('**/semester/1');
  await keepToastsOpen(page);
  await look('faculty selected');
  await openPage(page, url);
  await look('home with the last term');

  await openPage(page, url + pages.notes(...shown.subject));
  const side = page.getByRole('complementary');
  const fold = side.getByRole('button', { name: 'BSc CSIT Faculty' });
  if (await fold.isVisible()) await fold.click();
  await termButton(page, 'Semester 2').click();
  await look('side menu');

  await page.route(/\/preview\?/, (route) => route.fulfill({ status: 404, body: '' }));
  await openPage(page, `${url}${pages.books()}?faculty=csit&semester=1`);
  await page.locator('[data-fallback-cover]').first().waitFor();
  await look('books with drawn covers');
  await page.unroute(/\/preview\?/);
}

async function visitForum(page: Page, url: string, look: Look): Promise<void> {
  await openPage(page, url + pages.newDiscussion());
  const tags = page.getByLabel('Tags', { exact: true });
  for (const tag of ['sorting', 'a tag of forty letters, as long as it goes', 'searching', 'trees', 'graphs']) {
    await tags.fill(tag);
    await tags.press('Enter');
  }
  await tags.fill('trees');
  await page.getByRole('button', { name: 'Create Post' }).click();
  await page.getByText('Please give your post a title.').waitFor();
  await look('new post with faults');

  await openPage(page, url + pages.discussion('normal-forms'));
  await page
    .getByRole('button', { name: /^Upvote this/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Upvote \d/ }).click();
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await page.getByText('Empty Comment').waitFor();
  await page.getByLabel('Add a comment').fill('Thank you.');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await page.getByText('Comment Added').waitFor();
  await keepToastsOpen(page);
  await look('three toasts');
}

/** Shows pages that are loading and pages that fail. The routes are removed at the end, so that later pages work. */
async function visitFailures(page: Page, url: string, look: Look): Promise<void> {
  const notes = '**/collections/notes/documents*';
  // Delayed until it fails, so that the list is loading during the check.
  const { promise: isLookedAt, resolve: letFail } = Promise.withResolvers<void>();
  await page.clock.install();
  // A page that does not preload the list.
  await openPage(page, url + pages.semester('csit', '1'));
  await page.route(notes, async (route) => {
    await isLookedAt;
    await route.fulfill({ status: 500, json: {} });
  });
  await goWithin(page, pages.notes(...shown.emptySubject));
  await page.getByRole('main').getByText('Loading…').waitFor({ state: 'attached' });
  await look('list on its way');
  letFail();
  const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try again' });
  while (!(await tryAgain.isVisible())) await page.clock.runFor(1000);
  await look('failed list');
  await page.unroute(notes);

  await page.context().setOffline(true);
  await goWithin(page, pages.notes('csit', '2', 'microprocessor'));
  await page.getByRole('main').getByText('No connection').waitFor();
  await look('list without a connection');
  await goWithin(page, pages.contributors());
  await page.getByText('No connection').last().waitFor();
  await look('page without a connection');
  await page.context().setOffline(false);
  // The browser may refuse the next navigation until its network service has the change; this page's response proves
  // it.
  await page.getByRole('heading', { level: 1, name: 'Contributors' }).waitFor();

  for (const [link, heading] of [
    ['Home', 'Unexpected Application Error!'],
    ['Library', 'Something went wrong'],
  ] as const) {
    await openPage(page, url + pages.about());
    await page.route('**/v1/catalogue/faculties', (route) => route.fulfill({ json: { faculties: [null] } }));
    const menu = page.getByRole('button', { name: 'Open menu' });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { name: heading }).waitFor();
    await look(heading);
    await page.unroute('**/v1/catalogue/faculties');
  }
}

async function visitReader(page: Page, url: string, look: Look): Promise<void> {
  const dialog = page.getByRole('dialog');
  const file = '**/files/*/preview?project=examshelf{,&copy=reading}';
  await page.route(file, () => {});
  await page.goto(`${url}${pages.papers(...shown.subject)}?open=${shown.pdfPaper}`);
  await dialog.getByText('Opening…').waitFor();
  await look('reader opening');
  await page.unrouteAll();

  await page.goto(`${url}${pages.papers(...shown.subject)}?open=${shown.pdfPaper}`);
  await dialog.locator('[data-page-number="1"][data-state="painted"]').waitFor();
  await dialog.locator('.reader-text > *').first().waitFor({ state: 'attached' });
  await look('reader');
  await pressTool(page, 'Highlight mode');
  await pressTool(page, 'Dark mode');
  await dialog
    .locator('.reader-text span')
    .first()
    .evaluate((words) => getSelection()?.selectAllChildren(words));
  await dialog.locator('mark').click();
  await dialog.getByRole('radio', { name: 'Yellow' }).waitFor();
  await look('reader in the other tone, with an open highlight');

  await page.goto(`${url}${pages.papers(...shown.subject)}?open=${shown.pdfPaper}&page=1&find=explain+pointers`);
  await dialog.locator('.reader-hit[data-current]').first().waitFor();
  await look('reader at a search hit');

  await page.goto(`${url}${pages.material(shown.scan)}?open=${shown.scan}&find=refraction`);
  await dialog.locator('.reader-hit[data-current]').first().waitFor();
  await look('reader at a search hit in recognised text');

  await page.goto(`${url}${pages.material(shown.locked)}?open=${shown.locked}`);
  await dialog.getByText('Enter the password to open this PDF file.').waitFor();
  await look('password prompt');
  await dialog.locator('input[type=password]').fill('wrong');
  await page.keyboard.press('Enter');
  await dialog.getByText('Invalid password. Please try again.').waitFor();
  await look('wrong password');

  await page.goto(`${url}${pages.material(shown.broken)}?open=${shown.broken}`);
  await dialog.getByText('Failed to load PDF file.').waitFor();
  await look('failed PDF');
  await page.route(file, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`${url}${pages.material(shown.pdfPaper)}?open=${shown.pdfPaper}`);
  await dialog.getByText('Missing PDF').waitFor();
  await look('missing PDF');
  await page.unrouteAll();

  await page.goto(`${url}${pages.books()}?open=nowhere`);
  await page.getByRole('dialog').getByText('This material is no longer available.').waitFor();
  await waitUntilSolid(page);
  await look('no longer on the shelf');
  await page.route('**/v1/materials/*', () => {});
  await openPage(page, url + pages.books());
  await goWithin(page, `${pages.books()}?open=${shown.pdfPaper}`);
  await dialog.getByText('Opening…').waitFor();
  await waitUntilSolid(page);
  await look('opening');
  await page.unrouteAll();
}

async function visitPaperPreview(page: Page, url: string, look: Look): Promise<void> {
  const dialog = page.getByRole('dialog');
  const file = '**/files/*/preview?project=examshelf{,&copy=reading}';
  const address = `${url}${pages.papers(...shown.subject)}?open=${shown.htmlPaper}`;
  await page.route(file, () => {});
  await page.goto(address);
  await dialog.getByText('Loading HTML content...').waitFor();
  await look('paper preview, loading');
  await page.unrouteAll();
  await page.goto(address);
  await dialog.frameLocator('iframe').getByRole('heading').first().waitFor();
  await look('paper preview');
  await page.goto(`${address}&find=explain+pointers`);
  await dialog.getByRole('search').getByText(/ of /).waitFor();
  await look('paper preview, words marked');
  await page.route(file, (route) => route.fulfill({ status: 403, body: '' }));
  await page.goto(address);
  const tryAgain = dialog.getByRole('button', { name: 'Try again' });
  await tryAgain.waitFor();
  await look('paper preview, failed');
  await page.unrouteAll();
}

/** Waits until everything that fades in is fully visible. */
async function waitUntilSolid(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const dialog = document.querySelector('dialog[open]');
    return dialog !== null && dialog.getAnimations().length === 0 && getComputedStyle(dialog).opacity === '1';
  });
}
