import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '#test/support/axe.ts';
import { signIn } from '#test/support/panel.ts';
import { photographSheet } from '#test/support/photographed-sheet.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';

let server: TestServer;
let browser: SharedBrowser;

beforeAll(async () => {
  server = await openTestServer({ withPages: true, settings: { OCR_LANGUAGES: 'off' } });
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

test('photographs are ordered with the keyboard, shown as pages and published as one PDF', async () => {
  const buffer = (await photographSheet({ turn: 3, table: 'dark', shadow: 0.5 })).jpeg;
  const other = (await photographSheet({ turn: -4, perspective: 0.1 })).jpeg;
  const page = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  ).newPage();
  await signIn(page, server.url);
  await page.getByLabel('Faculty').selectOption({ label: 'BSc CSIT' });
  await page.getByLabel('Level').selectOption({ label: 'Semester 1' });
  await page.getByLabel('Subject').selectOption({ label: 'Physics' });
  await page.getByLabel('Year').selectOption({ index: 1 });
  await page.getByLabel('File (PDF)').setInputFiles([
    { name: 'IMG_10.jpg', mimeType: 'image/jpeg', buffer: other },
    { name: 'IMG_9.jpg', mimeType: 'image/jpeg', buffer },
    { name: 'IMG_11.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
  ]);
  await page.getByText('"IMG_11.jpg" is empty').waitFor();
  const names = () => page.getByRole('list').filter({ hasText: 'IMG_9' }).getByRole('listitem').allInnerTexts();
  await expect
    .poll(async () => (await names()).map((text) => text.split('\n')[0]))
    .toEqual(['1. IMG_9.jpg', '2. IMG_10.jpg']);

  await page.getByRole('button', { name: 'Upload Question Paper' }).click();
  await page.getByText('Make the PDF from the photographs first.').waitFor();
  const earlier = page.getByRole('button', { name: 'Move IMG_10.jpg earlier' });
  await earlier.focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await names()).map((text) => text.split('\n')[0]))
    .toEqual(['1. IMG_10.jpg', '2. IMG_9.jpg']);
  await expect.poll(() => earlier.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Rotate IMG_9.jpg clockwise' }).press('Enter');
  await page.getByRole('button', { name: 'Make the PDF', exact: true }).press('Enter');
  // Made by a process of low priority, which is slow on a busy processor.
  await page.getByText('The PDF has 2 pages').waitFor({ timeout: 200_000 });
  const picture = page.getByRole('listitem').filter({ hasText: 'IMG_10' }).locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  expect(await findAxeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Upload Question Paper' }).click();
  await page
    .getByText(/has been uploaded successfully/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await page.getByRole('button', { name: /^Edit Physics/ }).click();
  await page.getByText('Made from 2 photographs').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /IMG_9/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('IMG_9.jpg');
  await page.context().close();
});
