import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { writePdf } from '#test/support/documents.ts';
import { highlight, keepReaderShelf, painted, phone, place } from '#test/support/reader-shelf.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Pages without their margins, on a phone. */

const shelf = keepReaderShelf(async (librarian) => {
  await librarian.upload('margins.pdf', makeWideMargins(), 'margins-file');
  await librarian.publish('note', { ...place, title: 'Three pages with margins', fileId: 'margins-file' }, 'margins');
  await librarian.upload('full.pdf', makeFramed(), 'full-file');
  await librarian.publish('note', { ...place, title: 'Three pages without margins', fileId: 'full-file' }, 'full');
});

/** Two pages of 600 × 800 points with margins of 120 points. The words 'next page' of the first are a link. */
function makeWideMargins(): Buffer {
  const page = (contents: number, more = '') =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${contents} 0 R /Resources << /Font << /F1 3 0 R >> >> ${more} >>`;
  const stream = (first: string) => {
    const lines = [
      first,
      ...Array.from({ length: 20 }, (_, line) => `${line + 1} a line that is as long as a page is wide, and more`),
    ];
    const text = lines.map((line, row) => `BT /F1 14 Tf 120 ${670 - row * 26} Td (${line}) Tj ET`).join('\n');
    return `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  };
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 2 /Kids [4 0 R 6 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    page(5, '/Annots [8 0 R]'),
    stream('See the next page'),
    page(7),
    stream('This is the next page'),
    '<< /Type /Annot /Subtype /Link /Rect [120 666 240 684] /Border [0 0 0] /Dest [6 0 R /Fit] >>',
  ]);
}

/** A page with a frame near its edges. */
function makeFramed(): Buffer {
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>',
    '<< /Length 22 >>\nstream\n12 12 576 776 re 2 w S\nendstream',
  ]);
}

const address = (id: string) => `${pages.material(id)}?open=${id}`;
const trim = (page: Page) => page.getByRole('button', { name: 'Trim margins', exact: true });

/** Returns the width of the whole first page on screen, by which its letters grow, and of the shown part. */
const widths = (page: Page) =>
  painted(page, 1).evaluate((shown) => ({
    whole: shown.querySelector('.reader-paper')!.getBoundingClientRect().width,
    shown: shown.getBoundingClientRect().width,
  }));

/** Returns the left and upper edge of an element, in pixels from those of the words in the text layer. */
async function distanceFromWords(page: Page, selector: string, words: string): Promise<number> {
  return page.evaluate(
    ([selector = '', words = '']) => {
      const text = [...document.querySelectorAll('.reader-text span')].find((each) => each.textContent === words);
      const [mark, box] = [document.querySelector(selector)?.getBoundingClientRect(), text?.getBoundingClientRect()];
      return mark && box ? Math.hypot(mark.left - box.left, mark.top - box.top) : Number.POSITIVE_INFINITY;
    },
    [selector, words],
  );
}

test('trimmed margins make letters larger by one tap, and stay trimmed on this device', async () => {
  const page = await shelf.newPage(phone);
  await shelf.open(page, address('margins'));
  const before = await widths(page);
  expect(before.shown).toBe(before.whole);
  await trim(page).click();
  await expect.poll(async () => (await widths(page)).whole / before.whole).toBeGreaterThan(1.5);
  expect((await widths(page)).shown).toBe(390);
  expect(await trim(page).getAttribute('aria-pressed')).toBe('true');

  await page.reload();
  await painted(page, 1).waitFor();
  await expect.poll(async () => (await widths(page)).whole / before.whole).toBeGreaterThan(1.5);
  await trim(page).click();
  await expect.poll(() => widths(page)).toEqual(before);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'on a trimmed page, links, marks and highlights are on their words',
  async () => {
    const page = await shelf.newPage(phone);
    const reader = await shelf.open(page, address('margins'));
    await trim(page).click();
    await expect.poll(async () => (await widths(page)).whole).toBeGreaterThan(500);
    const words = 'See the next page';
    await page.locator('.reader-link').waitFor();
    expect(await distanceFromWords(page, '.reader-link', words)).toBeLessThan(8);
    await highlight(page, words);
    expect(await distanceFromWords(page, 'mark', words)).toBeLessThan(2);
    await reader.getByRole('button', { name: 'Find in document' }).click();
    await page.getByRole('textbox', { name: 'Find in document' }).fill('See the');
    await page.locator('.reader-hit[data-current]').waitFor();
    expect(await distanceFromWords(page, '.reader-hit[data-current]', words)).toBeLessThan(2);
    await page.keyboard.press('Escape');
    // In highlight mode, links let selections through.
    await page.getByRole('button', { name: 'Highlight mode' }).click();
    await page.locator('.reader-link').click();
    await expect.poll(() => page.getByLabel('Go to page').inputValue()).toBe('2');
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a phone is offered trimmed margins once, and only where they make letters larger',
  async () => {
    const page = await shelf.newPage(phone);
    const offer = page.getByRole('region', { name: 'Larger text' });
    await shelf.open(page, address('full'));
    await shelf.open(page, address('margins'));
    await offer.getByRole('button', { name: 'Leave the margins' }).click();
    expect(await page.locator('.reader-scroller').evaluate((pages) => pages === document.activeElement)).toBe(true);
    const before = await widths(page);
    expect(before.shown).toBe(before.whole);
    await page.reload();
    await painted(page, 1).waitFor();
    await page.locator('.reader-text span').first().waitFor({ state: 'attached' });
    expect(await offer.count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('reader-view'))).toBe(
      '{"isTrimmed":false,"fitsPage":false,"isTrimOffered":true,"isHalved":false,"isHalvesOffered":false}',
    );
  },
);
