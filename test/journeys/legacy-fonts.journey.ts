import { expect, test, vi } from 'vitest';
import { makeLegacyPdf } from '#test/support/legacy-pdf.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openPage } from '#test/support/open-page.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';

/** Documents in fonts from before Unicode. */

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming', year: 2022 };

test('a paper in Preeti is found by Unicode words, which are marked on its page and have the right text when copied', async () => {
  await using server = await openTestServer({ withPages: true, readsTexts: true });
  await using browser = await shareBrowser();
  const librarian = await openLibrarian(server.url);
  const lines = [
    [{ text: 'Explain the Nepali economy.', isPreeti: false }],
    [{ text: 'g]kfnsf] cy{tGqdf s[lifsf] e"ldsf n]Vg\'xf];\\ .', isPreeti: true }],
  ];
  await librarian.upload('a.pdf', makeLegacyPdf(lines), 'a');
  await librarian.publish('paper', { ...place, title: 'Economy, a paper', fileId: 'a' }, 'economy');
  const words = 'अर्थतन्त्रमा कृषिको';
  // The page is read in the background.
  await vi.waitFor(
    async () => {
      const found = await fetch(`${server.url}/v1/search?q=${encodeURIComponent(words)}`);
      expect(((await found.json()) as { total: number }).total).toBe(1);
    },
    { timeout: 60_000 },
  );
  await using context = await browser.newContext();
  const page = await context.newPage();
  await openPage(page, `${server.url}/search?q=${encodeURIComponent(words)}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Page 1/ })
    .first()
    .click();
  await page.locator('.reader-hit[data-current]').first().waitFor();
  const text = page.locator('[data-page-number="1"] .reader-text');
  await expect.poll(() => text.innerText()).toContain('नेपालको अर्थतन्त्रमा कृषिको भूमिका लेख्नुहोस् ।');
  expect(await text.innerText()).toContain('Explain the Nepali economy.');
});
