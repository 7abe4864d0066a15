import { expect, test } from 'vitest';
import { countPrints, printed, prints } from '#test/support/prints.ts';
import { pressTool } from '#test/support/reader.ts';
import { desktop, notes, reader, sizes, keepReaderShelf } from '#test/support/reader-shelf.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

const shelf = keepReaderShelf();

test.each(casesOf('sizes', sizes, ({ name }) => name === 'desktop'))(
  'a short document is printed at once, page by page, instead of the web page, on a $name',
  async ({ options }) => {
    const page = await shelf.newPage({ ...options, colorScheme: 'dark' });
    await countPrints(page);
    await shelf.open(page, `${notes}?open=three`);
    await pressTool(page, 'Print');
    await expect.poll(() => prints(page)).toEqual(['window']);
    const pictures = await printed(page).evaluateAll((images) =>
      (images as HTMLImageElement[]).map((image) => [image.complete, image.naturalWidth, image.naturalHeight]),
    );
    // 595 × 842 points at 150 dots to the inch.
    expect(pictures).toEqual([1, 2, 3].map(() => [true, 1240, 1755]));
    expect(await printed(page).first().isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await printed(page).first().isVisible()).toBe(true);
    expect(await page.getByRole('main').isVisible()).toBe(false);
    expect(await reader(page).isVisible()).toBe(false);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12]/);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('.printed-pages').count()).toBe(0);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'of a long document a range can be chosen to print, Ctrl+P opens the choice too, and cancelling ends it',
  async () => {
    const page = await shelf.newPage(desktop);
    await countPrints(page);
    const dialog = await shelf.open(page, `${notes}?open=book&page=5`, 5);
    await page.keyboard.press('Control+p');
    const choice = dialog.getByRole('dialog', { name: 'Print' });
    await choice.getByLabel('From').fill('7');
    await choice.getByLabel('to', { exact: true }).fill('99');
    await choice.getByRole('button', { name: 'Print' }).click();
    await choice.getByText('Enter two page numbers from 1 to 40.').waitFor();
    await choice.getByRole('link', { name: 'Download' }).waitFor();
    await choice.getByLabel('to', { exact: true }).fill('8');
    await choice.getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => prints(page)).toEqual(['window']);
    expect(await printed(page).count()).toBe(2);
    await choice.waitFor({ state: 'detached' });

    await page.keyboard.press('i');
    await choice.getByLabel('All 40').check();
    await choice.getByRole('button', { name: 'Print' }).click();
    await choice.getByText(/^Preparing page \d+ of 40/).waitFor();
    await page.keyboard.press('Escape');
    await choice.waitFor({ state: 'detached' });
    await dialog.waitFor();
    expect(await prints(page)).toEqual(['window']);
  },
);
