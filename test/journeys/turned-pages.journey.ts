import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { turnLines } from '#server/library/text-extraction/page-turn.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { signIn } from '#test/support/panel.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';
import { desktop, keepReaderShelf, painted, phone, place } from '#test/support/reader-shelf.ts';
import { lineOf, makeWordScan, storeRecognised } from '#test/support/recognised-scan.ts';
import type { TestServer } from '#test/support/server.ts';

/** A scan whose first page is upside down, and an upright one. */

const upright = [
  lineOf('Explain the rotation of an AVL tree', { top: 0.1 }),
  lineOf('with a suitable example each', { top: 0.13 }),
];
const upsideDown = turnLines(upright, 180);

let server: TestServer;
const shelf = keepReaderShelf(async (librarian, opened) => {
  server = opened;
  await librarian.upload('scan.pdf', makeWordScan([upsideDown, upright]), 'scan-file');
  await librarian.publish('note', { ...place, title: 'A scan', fileId: 'scan-file' }, 'scan');
  await storeRecognised(opened, 'scan-file', [upsideDown, upright]);
  const { files } = opened.resources.database;
  const { sha256 = '' } = (await files.find('scan-file')) ?? {};
  await files.turnPages(sha256, [{ first: 1, last: 1, degrees: 180, isByHand: false }]);
});

const landing = (page: number) =>
  `${pages.material('scan')}?${new URLSearchParams({ open: 'scan', page: String(page), find: 'rotation' })}`;

/** Returns the position of the ink of a drawn page, from the top (0 to 1), and whether the page is taller than wide. */
function seePage(page: Page, number: number) {
  return painted(page, number).evaluate((section) => {
    const canvas = section.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) throw new Error('the page has no picture');
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    let [ink, down] = [0, 0];
    for (let at = 0; at < width * height; at += 1) {
      if ((data[at * 4] ?? 255) > 200) continue;
      ink += 1;
      down += Math.floor(at / width);
    }
    return { isTall: height > width, down: down / ink / height };
  });
}

test.skipIf(isOnlyInSweep('journeys'))(
  'a page that was scanned upside down is drawn upright, and its words are found where they are visible',
  async () => {
    const page = await shelf.newPage(desktop);
    for (const number of [1, 2]) {
      await shelf.open(page, landing(number), number);
      const { isTall, down } = await seePage(page, number);
      expect([number, isTall, down < 0.2]).toEqual([number, true, true]);
      await expect.poll(() => page.locator(`[data-page-number="${number}"] .reader-hit`).count()).toBe(1);
      const hit = await page.locator(`[data-page-number="${number}"] .reader-hit`).evaluate((mark) => {
        const [box, sheet] = [mark.getBoundingClientRect(), mark.closest('.reader-page')!.getBoundingClientRect()];
        return [(box.left - sheet.left) / sheet.width, (box.top - sheet.top) / sheet.height];
      });
      const [word] = upright[0]!.words.filter(({ text }) => text === 'rotation');
      expect(hit[0]).toBeCloseTo(word!.box[0], 1);
      expect(hit[1]).toBeCloseTo(word!.box[1], 1);
    }
  },
);

const sizes: [name: string, options: typeof desktop | typeof phone][] = [
  ['desktop', desktop],
  ['phone', phone],
];

test.each(casesOf('sizes', sizes, ([name]) => name === 'phone'))(
  'an administrator rotates a page in Edit on a %s, and readers see it rotated',
  async (_, options) => {
    const page = await shelf.newPage({ ...options, reducedMotion: 'reduce' });
    await signIn(page, server.url);
    await page.getByRole('tab', { name: 'Manage Content' }).click();
    await page.getByRole('tabpanel', { name: 'Manage Content' }).getByText('Study Notes').first().click();
    await page.getByRole('button', { name: 'Edit A scan' }).click();
    const turning = page.getByRole('region', { name: 'Rotate pages' });
    await turning.getByText('Rotate pages').click();
    await turning.getByRole('button', { name: 'Next page' }).click();
    const picture = turning.getByRole('img', { name: 'Page 2 as shown' });
    // The keyboard focus stays on the button, which has no effect on the last page.
    expect(
      await turning.getByRole('button', { name: 'Next page' }).evaluate((it) => it === document.activeElement),
    ).toBe(true);
    const heights = await picture.evaluate((it) => [it.clientHeight, it.parentElement?.clientHeight]);
    expect(heights[0]).toBe(heights[1]);
    const isTall = () => picture.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth);
    await expect.poll(isTall).toBe(true);
    await turning.getByRole('button', { name: 'Rotate right' }).click();
    await turning.getByText('Page 2 was rotated.').waitFor();
    await expect.poll(isTall).toBe(false);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findCrampedText(page)).toEqual([]);

    const reading = await shelf.newPage(desktop);
    await shelf.open(reading, landing(2), 2);
    expect(await seePage(reading, 2)).toMatchObject({ isTall: false });

    await turning.getByLabel('Rotate all 2 pages').check();
    await turning.getByRole('button', { name: 'Rotate left' }).click();
    await turning.getByText('All pages were rotated.').waitFor();
    await expect.poll(isTall).toBe(true);
    const { files } = server.resources.database;
    expect((await files.find('scan-file'))?.pageTurns).toEqual([
      { first: 1, last: 1, degrees: 90, isByHand: true },
      { first: 2, last: 2, degrees: 0, isByHand: true },
    ]);
    const { sha256 = '' } = (await files.find('scan-file')) ?? {};
    await files.turnPages(sha256, [{ first: 1, last: 1, degrees: 180, isByHand: true }]);
  },
);
