import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { openPage } from '#test/support/open-page.ts';
import { openSampleLibrary } from '#test/support/sample-library.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const cPapers = '/faculty/csit/semester/1/subject/c-programming';

/** Returns the printed lines, without empty ones. */
async function printedLines(page: Page): Promise<string[]> {
  await page.locator('.print-only').evaluateAll((lines: HTMLElement[]) => {
    // `innerText` has no generated text.
    for (const line of lines)
      if (getComputedStyle(line, '::before').content !== 'none') line.textContent = line.dataset['print'] ?? '';
  });
  const text = await page.locator('body').innerText();
  return text.split('\n').flatMap((line) => line.trim() || []);
}

/** Returns every printed colour of text and of backgrounds. */
function printedColours(page: Page): Promise<{ words: string[]; grounds: string[] }> {
  return page.evaluate(() => {
    const seen = [...document.querySelectorAll<HTMLElement>('html, body, body *')].filter(
      (element) => element.checkVisibility() && !element.closest('svg'),
    );
    const styles = seen.map((element) => getComputedStyle(element));
    return {
      words: [...new Set(styles.map(({ color }) => color))],
      grounds: [...new Set(styles.map(({ backgroundColor }) => backgroundColor))].toSorted(),
    };
  });
}

const blackOnWhite = { words: ['rgb(0, 0, 0)'], grounds: ['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'] };

test('a list prints as heading, titles, years and addresses, black on white, without controls', async () => {
  await using server = await openSampleLibrary();
  await using browser = await shareBrowser();
  const page = await browser.newPage({ colorScheme: 'dark' });
  const trouble = watchForTrouble(page);
  await openPage(page, server.url + cPapers);
  expect(await printedLines(page)).toContain('Login');
  await page.emulateMedia({ media: 'print' });

  const heading = ['Home', 'BSc CSIT', 'Semester 1', 'C Programming', 'C Programming', 'BSc CSIT Faculty, Semester 1'];
  const lines = await printedLines(page);
  expect(lines.slice(0, 7)).toEqual([...heading, 'Question Papers']);
  const rows = lines.slice(7);
  for (const year of [2025, 2024, 2023, 2022]) {
    const title = `C Programming – Model Question Paper ${year}`;
    const at = rows.indexOf(title);
    expect(rows.slice(at - 1, at + 2)).toEqual([
      `${year}`,
      title,
      `${year} · ${server.url}/material/sample-csit-c-paper-${year}`,
    ]);
  }
  expect(rows.filter((line) => /^(View|Download|Login|Study Notes|Revision Materials|About|FAQ)$/.test(line))).toEqual(
    [],
  );
  for (const gone of [
    'header',
    'footer',
    'aside',
    'button',
    'nav[aria-label="Main"]',
    '[role="tab"][aria-selected="false"]',
  ])
    expect([gone, await page.locator(gone).filter({ visible: true }).count()]).toEqual([gone, 0]);
  expect(await printedColours(page)).toEqual(blackOnWhite);
  const breaks = await page
    .getByRole('main')
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => getComputedStyle(item).breakInside));
  expect(new Set(breaks)).toEqual(new Set(['avoid']));
  expect(trouble()).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'notes and books print with their addresses, informational pages with their text',
  async () => {
    await using server = await openSampleLibrary();
    await using browser = await shareBrowser();
    const page = await browser.newPage({ colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });

    await openPage(page, `${server.url}/faculty/csit/notes/semester/1/subject/c-programming`);
    const notes = await printedLines(page);
    expect(notes).toContain('Study Notes');
    expect(notes.find((line) => line.startsWith(`${server.url}/material/`) || / · http/.test(line))).toBeDefined();
    expect(notes.some((line) => /^Uploaded: \w+ \d{4}/.test(line))).toBe(true);

    await openPage(page, `${server.url}/books`);
    const books = await printedLines(page);
    expect(books.slice(0, 6)).toEqual([
      'Library',
      'Browse and read books from our digital library',
      'All Books',
      '6 books',
      'A Digital Logic Workbook',
      `${server.url}/material/sample-bca-dl-book-workbook`,
    ]);
    expect(books).not.toContain('Read');
    for (const gone of ['header', 'footer', 'search', 'main img', 'select', 'input'])
      expect([gone, await page.locator(gone).filter({ visible: true }).count()]).toEqual([gone, 0]);
    expect(await printedColours(page)).toEqual(blackOnWhite);

    await openPage(page, `${server.url}/privacy`);
    expect((await printedLines(page)).slice(0, 1)).toEqual(['Privacy Policy']);
    expect(await page.locator('header, footer').filter({ visible: true }).count()).toBe(0);
    expect(await printedColours(page)).toEqual(blackOnWhite);

    await openPage(page, `${server.url}/`);
    expect((await printedLines(page))[0]).toBe('Question Papers Solutions Notes');
    expect(await page.getByLabel('Advertisements').filter({ visible: true }).count()).toBe(0);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'with the reader open the page behind it prints, whole and without toolbars',
  async () => {
    await using server = await openSampleLibrary();
    await using browser = await shareBrowser();
    const page = await browser.newPage({ colorScheme: 'dark' });
    await page.goto(`${server.url}${cPapers}?open=sample-csit-c-paper-2025`);
    await page.getByRole('dialog').locator('[data-page-number="1"][data-state="painted"]').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('dialog').filter({ visible: true }).count()).toBe(0);
    expect((await printedLines(page)).slice(0, 5)).toContain('C Programming');
    expect(await page.getByLabel('Reader tools').filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('visible');
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('dialog').filter({ visible: true }).waitFor();
  },
);
