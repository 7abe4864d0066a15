import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { openPage } from '#test/support/open-page.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let browser: SharedBrowser;

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

test('the forum is searched while typing and sorted by faculty, with both in the address', async () => {
  const page = await open('/discussions');
  expect(await titles(page)).toHaveLength(5);
  expect(await page.getByRole('tab').count()).toBe(14);
  await page.getByPlaceholder('Search discussions...').fill('POINTERS');
  await page.waitForURL('**/discussions?search=POINTERS');
  await expect.poll(() => titles(page)).toEqual(['Pointers to pointers: what finally made it click']);
  await page.getByRole('tab', { name: 'MBBS' }).click();
  await page.getByText('No discussions found. Be the first to start a conversation!').waitFor();
  await page.getByPlaceholder('Search discussions...').fill('');
  await page.waitForURL('**/discussions?faculty=medical');
  await page.reload();
  expect(await titles(page)).toEqual(['A four-week plan for anatomy that leaves time to sleep']);
});

test('a new post takes at most five tags, and sending it shows that posting is coming', async () => {
  const page = await open('/discussions');
  await page.getByRole('link', { name: 'Create Post' }).click();
  await page
    .locator('.Toastify__toast')
    .filter({ hasText: 'Feature Coming Soon' })
    .getByText('The ability to create new posts is coming soon!')
    .waitFor();
  await page.waitForURL('**/discussions/create');
  const tag = page.getByLabel('Tags', { exact: true });
  const add = page.getByRole('button', { name: 'Add', exact: true });
  const tags = page.getByRole('list', { name: 'Tags of this post' }).getByRole('listitem');
  expect(await add.isDisabled()).toBe(true);
  for (const text of ['one', ' two ', 'three', 'four']) {
    await tag.fill(text);
    await tag.press('Enter');
  }
  await tag.fill('ONE');
  await tag.press('Enter');
  expect(await tags.allTextContents()).toEqual(['one', 'two', 'three', 'four']);
  await tag.fill('five');
  await add.click();
  await tag.fill('six');
  expect(await add.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Remove tag two' }).click();
  expect(await tags.allTextContents()).toEqual(['one', 'three', 'four', 'five']);
  await page.getByRole('button', { name: 'Create Post' }).click();
  await page.getByText('Please give your post a title.').waitFor();
  expect(await page.getByLabel('Title').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByLabel('Title').fill('Units');
  await page.getByLabel('Content').fill('Which ones?');
  await page.getByRole('button', { name: 'Create Post' }).click();
  await page.getByText('The ability to create posts will be available after launching the full version.').waitFor();
  await page.waitForURL('**/discussions');
});

test('a discussion says what is not available yet, shows comments without sending them, and counts an upvote while it is on', async () => {
  const page = await open('/discussions/normal-forms');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const toast = (title: string) => page.locator('.Toastify__toast').filter({ hasText: title });
  await page.getByRole('button', { name: 'Upvote 24' }).click();
  await toast('Feature Coming Soon')
    .getByText('The ability to upvote posts will be available after logging in.')
    .waitFor();
  expect(await page.getByRole('button', { name: /^Upvote 2/ }).textContent()).toBe('Upvote 24');
  const box = page.getByLabel('Add a comment');
  await box.fill('   ');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await toast('Empty Comment').getByText('Please enter a comment before submitting.').waitFor();
  await box.fill('Thank you');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await toast('Comment Added').getByText('Your comment has been added successfully.').waitFor();
  expect(await box.inputValue()).toBe('');
  const upvote = page.getByRole('button', { name: /^Upvote this comment/ }).first();
  await upvote.click();
  expect([await upvote.textContent(), await upvote.getAttribute('aria-pressed')]).toEqual([
    'Upvote this comment, 10 so far',
    'true',
  ]);
  await upvote.click();
  expect([await upvote.textContent(), await upvote.getAttribute('aria-pressed')]).toEqual([
    'Upvote this comment, 9 so far',
    'false',
  ]);
  // Nothing is sent; only the page's own code, and the picture in its tab, are fetched.
  expect(sent.filter((request) => !/^GET \/(?:assets\/|favicon)/.test(request))).toEqual([]);
});

test('a discussion that does not exist answers 404 and leads back', async () => {
  const page = await browser.newPage();
  const answer = await page.goto(`${server.url}/discussions/gone`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Discussion not found' }).waitFor();
  await page.getByText("The discussion you're looking for doesn't exist or has been removed.").waitFor();
  await page.getByRole('link', { name: 'Return to Discussions' }).click();
  await page.getByRole('heading', { name: 'Discussion Forum' }).waitFor();
});

test('forum and informational pages can be read with scripts off', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/discussions`);
  await page.getByPlaceholder('Search discussions...').fill('anatomy');
  await page.getByPlaceholder('Search discussions...').press('Enter');
  expect(await titles(page)).toEqual(['A four-week plan for anatomy that leaves time to sleep']);
  await page.goto(`${server.url}/discussions/step-marking`);
  expect(await page.getByText('Write the formula, the table and the stopping condition.').isVisible()).toBe(true);
  for (const [address, title] of Object.entries(informational)) {
    await page.goto(server.url + address);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
    expect(await page.title()).toBe(`${title} · Examshelf`);
  }
  await context.close();
});

test('a link inside an informational page navigates without a full load', async () => {
  const page = await open('/about');
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  await page.getByRole('main').getByRole('link', { name: 'taken down' }).click();
  await page.waitForURL('**/contact#asking-for-removal');
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
  expect(await page.locator('body[data-same-page]').count()).toBe(1);
});

const informational = {
  '/about': 'About',
  '/contact': 'Contact',
  '/faq': 'Frequently asked questions',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/contributors': 'Contributors',
};

/** Opens a page and waits until it is interactive. */
async function open(address: string): Promise<Page> {
  const page = await browser.newPage();
  await openPage(page, server.url + address);
  return page;
}

function titles(page: Page): Promise<string[]> {
  return page.getByRole('tabpanel').getByRole('heading', { level: 2 }).allTextContents();
}
