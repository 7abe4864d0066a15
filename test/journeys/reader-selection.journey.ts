import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { makeLinkedPdf } from '#test/support/linked-documents.ts';
import { column, makePlacedPdf } from '#test/support/placed-text.ts';
import { desktop, keepReaderShelf, place } from '#test/support/reader-shelf.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const lines = ['The compiler produces opti-', 'mized machine code.', 'It is a graph.'];
const paper = '<!doctype html><p>परीक्षा २०७९, a banker’s algo-<br>rithm</p><p>चाँद २०७९</p>';

const shelf = keepReaderShelf(async (librarian) => {
  const texts = [...column(60, 60, lines), ...column(60, 60, lines)];
  await librarian.upload('twice.pdf', makePlacedPdf(texts), 'twice-file');
  await librarian.publish('note', { ...place, title: 'Twice', fileId: 'twice-file' }, 'twice');
  const long = makeLinkedPdf({ pages: Array.from({ length: 30 }, (_, index) => [`Page ${index + 1} of it`]) });
  await librarian.upload('long.pdf', long, 'long-file');
  await librarian.publish('note', { ...place, title: 'Long', fileId: 'long-file' }, 'long');
  await librarian.upload('paper.html', Buffer.from(paper), 'paper-file');
  await librarian.publish('paper', { ...place, title: 'A paper', year: 2079, fileId: 'paper-file' }, 'paper');
});

const findBox = (page: Page) => page.getByRole('textbox', { name: 'Find in document' });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function open(id: string) {
  const page = await shelf.newPage(desktop);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${shelf.url()}${pages.material(id)}?open=${id}`);
  return page;
}

test.skipIf(isOnlyInSweep('journeys'))(
  'text that is drawn twice is selected, copied and found once, and find starts with the selection',
  async () => {
    const page = await open('twice');
    await page.getByText('machine code').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    expect(await copied(page)).toBe(lines.join('\n'));

    await page.locator('.reader-text').evaluate((layer) => {
      const [first, second] = layer.querySelectorAll('span');
      getSelection()!.setBaseAndExtent(first!.firstChild!, 4, second!.firstChild!, 5);
    });
    await page.keyboard.press('Control+f');
    expect(await findBox(page).inputValue()).toBe('compiler produces opti- mized');
    const count = page.locator('.reader-find-count');
    await expect.poll(() => count.innerText()).toBe('1 of 1');
    await findBox(page).fill('optimized');
    await expect.poll(() => count.innerText()).toBe('1 of 1');
    // In a text field Ctrl+A selects its own text.
    await page.keyboard.press('Control+a');
    await page.keyboard.type('graph');
    expect(await findBox(page).inputValue()).toBe('graph');
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'all text of a document is copied, also of pages that are not shown, and nothing around them',
  async () => {
    const page = await open('long');
    await page.getByText('Page 1 of it').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    const all = Array.from({ length: 30 }, (_, index) => `Page ${index + 1} of it`).join('\n');
    await expect.poll(() => copied(page)).toBe(all);
  },
);

test('an HTML paper is searched by the rules of the library, and its text is selected without other text', async () => {
  const page = await open('paper');
  const dialog = page.getByRole('dialog', { name: 'A paper' });
  await dialog.frameLocator('iframe').getByText('चाँद').waitFor();
  await page.keyboard.press('Control+f');
  const count = dialog.getByRole('search').getByRole('status');
  for (const [typed, found] of [
    ['2079', '1 of 2'],
    ['चांद', '1 of 1'],
    ['bankers algorithm', '1 of 1'],
    ['nowhere', 'No matches'],
    ['2079', '1 of 2'],
  ] as const) {
    await findBox(page).fill(typed);
    await expect.poll(() => count.innerText()).toBe(found);
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => count.innerText()).toBe('2 of 2');
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await findCrampedText(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.getByRole('search').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+a');
  // The frame selects its text when it has received the message; before that nothing is copied.
  const body = dialog.frameLocator('iframe').locator('body');
  await expect.poll(() => body.evaluate(() => getSelection()?.toString())).toContain('चाँद २०७९');
  await page.keyboard.press('Control+c');
  await expect.poll(() => copied(page)).toContain('चाँद २०७९');
  expect(await copied(page)).not.toContain('A paper');
});
