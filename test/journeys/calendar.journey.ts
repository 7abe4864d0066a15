import { expect, test, vi } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { tabTo } from '#test/support/keyboard.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openPage } from '#test/support/open-page.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };

test.skipIf(isOnlyInSweep('journeys'))(
  'a paper uploaded by its year of Bikram Sambat is listed in chronological order and found by either year',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const trouble = watchForTrouble(page);
    const librarian = await openLibrarian(server.url);
    await librarian.upload('old.pdf', makePdf([['Pointers']]), 'old');
    const papers = { spring: [2022, 2078], summer: [2022, 2079], plain: [2022, null], late: [2024, 2080] } as const;
    for (const [id, [year, yearBs]] of Object.entries(papers))
      await librarian.publish('paper', { ...place, title: `Paper ${id}`, year, yearBs, fileId: 'old' }, id);

    await signIn(page, server.url);
    await page.getByLabel('Faculty').selectOption({ label: 'BSc CSIT' });
    await page.getByLabel('Level').selectOption({ label: 'Semester 1' });
    await page.getByLabel('Subject').selectOption({ label: place.subject });
    const year = page.getByLabel('Year', { exact: true });
    await tabTo(page, year);
    await page.keyboard.type('Another');
    await tabTo(page, page.getByLabel('Another year, AD or BS'));
    await page.keyboard.type('२०७९');
    const inAd = page.getByLabel('The same in AD');
    await expect.poll(() => inAd.inputValue()).toBe('2022');
    // The date in the name of the file shows that it is the other one.
    const file = { name: 'C 2079 Chaitra.pdf', mimeType: 'application/pdf', buffer: makePdf([['Arrays']]) };
    await page.getByLabel('File (PDF)').setInputFiles(file);
    await expect.poll(() => inAd.inputValue()).toBe('2023');
    await page.getByText('2023 · 2079 BS').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Upload Question Paper' }));
    await page.keyboard.press('Enter');
    await page.getByText('"C 2079 Chaitra" has been uploaded successfully').first().waitFor({ timeout: 60_000 });

    await page.getByRole('tab', { name: 'Manage Content' }).click();
    await page.getByRole('searchbox').fill('२०७९');
    await expect.poll(() => page.getByRole('cell', { name: /2079 BS$/ }).count()).toBe(2);
    await page.getByRole('button', { name: 'Edit Paper plain' }).waitFor({ state: 'detached' });

    await openPage(page, server.url + pages.papers('csit', '1', 'c-programming'));
    await page.getByRole('heading', { name: '2023 · 2079 BS' }).waitFor();
    expect(await page.getByRole('main').locator('[id^=year-]').allTextContents()).toEqual([
      '2024 · 2080 BS',
      '2023 · 2079 BS',
      '2022 · 2079 BS',
      '2022',
      '2022 · 2078 BS',
    ]);

    // The first search starts its threads, and uploads are indexed in the background.
    await vi.waitFor(
      async () => {
        const answer = await fetch(`${server.url}/v1/search?q=2079`);
        expect([answer.status, ((await answer.json()) as { total: number }).total]).toEqual([200, 2]);
      },
      { timeout: 90_000 },
    );
    for (const [words, found] of [
      ['२०७९', ['C 2079 Chaitra', 'Paper summer']],
      ['2022', ['Paper plain', 'Paper spring', 'Paper summer']],
    ] as const) {
      await openPage(page, `${server.url}${pages.search()}?q=${encodeURIComponent(words)}`);
      const titles = page.getByRole('main').locator('[data-material] h2');
      await expect.poll(async () => (await titles.allTextContents()).sort()).toEqual(found);
    }
    await page.getByText('Question Paper 2022 · 2079 BS').waitFor();
    await page.getByRole('group', { name: 'Year (BS)' }).getByLabel('2079 BS').check();
    await expect.poll(() => page.locator('[data-material]').count()).toBe(1);
    expect(trouble()).toEqual([]);
  },
);
