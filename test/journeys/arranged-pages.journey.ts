import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { examLines } from '#bench/documents/exam-lines.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { makePdf } from '#test/support/documents.ts';
import { expectFocusOn, tabTo } from '#test/support/keyboard.ts';
import { ids } from '#test/support/library.ts';
import { signIn } from '#test/support/panel.ts';
import { desktop, keepReaderShelf, phone, place } from '#test/support/reader-shelf.ts';
import { makeTwoUpPdf } from '#test/support/two-up-pdf.ts';

/** A compilation of two years, whose third page begins the second one, as papers of two years and a phone's note. */

const head = (year: string) => [
  'Tribhuvan University',
  'Bachelor Level / First Year / First Semester',
  'Computer Science and Information Technology (CSC 115)',
  'C Programming',
  year,
  'Full Marks: 60',
];
const pages = [
  ['A cover that nobody needs'],
  [...head('2079 Magh'), ...examLines(1)],
  [...head('2078 Magh'), ...examLines(2)],
  ['The last page', ...examLines(3)],
];

const shelf = keepReaderShelf(
  async (librarian, { services }) => {
    for (const id of ['papers', 'sheets']) {
      await librarian.upload(`${id}.pdf`, makePdf(pages), `${id}-file`);
      await librarian.publish('paper', { ...place, title: `Old ${id}`, year: 2023, fileId: `${id}-file` }, id);
    }
    await librarian.upload('spreads.pdf', makeTwoUpPdf(2), 'spreads-file');
    await librarian.publish('note', { ...place, title: 'Old spreads', fileId: 'spreads-file' }, 'spreads');
    await services.textReading.idle();
  },
  { readsTexts: true },
);

/** Returns what visitors see of the papers: title, year, number of pages. */
async function listPapers(): Promise<unknown[]> {
  const answer = await fetch(`${shelf.url()}${api.documents(ids, 'papers')}`, {
    headers: { 'x-appwrite-project': ids.projectId },
  });
  const { documents } = (await answer.json()) as { documents: { title: string; year: number; pageCount: number }[] };
  return documents.map(({ title, year, pageCount }) => [title, year, pageCount]).toSorted();
}

async function openEdit(page: Page, title: string, kind = 'Question Papers'): Promise<void> {
  await signIn(page, shelf.url());
  // On a phone, it covers buttons.
  await page.getByText('Welcome Administrator').waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await page.getByRole('button', { name: kind, exact: true }).click();
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await page.getByRole('dialog', { name: /^Edit / }).waitFor();
}

const both = [
  ['Old papers', 2023, 4],
  ['Old sheets', 2023, 4],
];

const shown = (dialog: Locator) => dialog.getByRole('listitem').locator('span:last-child > span').allInnerTexts();

test('pages are removed, turned, moved and split into another paper, applied with a preview, and undone', async () => {
  const page = await shelf.newPage({ ...desktop, reducedMotion: 'reduce' });
  await openEdit(page, 'Old papers');
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
  await title.fill('Changed');
  await expect.poll(() => page.getByRole('button', { name: 'Pages…' }).isDisabled()).toBe(true);
  await title.fill('Old papers');
  await page.getByRole('button', { name: 'Pages…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pages' });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const choose = (name: string) => dialog.getByLabel(name, { exact: true }).check();
  await expect
    .poll(() =>
      dialog.locator('img').evaluateAll((all: HTMLImageElement[]) => all.map((each) => each.naturalWidth > 0)),
    )
    .toEqual([true, true, true, true]);
  await dialog.getByText('Select pages, then choose').waitFor();
  await choose('Page 1');
  await press('Remove');
  await dialog.getByText('1 page removed, 3 pages left.').waitFor();
  await choose('Page 4');
  await press('Turn');
  await press('Move earlier');
  expect(await shown(dialog)).toEqual(['Page 2', 'Page 4, turned 90°', 'Page 3']);
  await press('Move later');
  await dialog.getByLabel('Page 4, turned 90°').uncheck();
  await choose('Page 3');
  await press('Split before this page');
  const fresh = dialog.getByRole('region', { name: 'New material 1' });
  // Proposed from the first page of the new paper.
  await expect.poll(() => fresh.getByLabel('Title').inputValue()).toBe('C Programming 2078');
  expect(await fresh.getByLabel('Year').inputValue()).toBe('2022');
  await fresh.getByLabel('Title').fill('');
  await fresh.getByText('Enter a title.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBe('true');
  await fresh.getByLabel('Title').fill('The second year');
  await dialog.getByText('Will be applied: 1 page removed, 1 page turned, 1 new paper.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await listPapers()).toEqual(both);

  await press('Apply');
  await dialog.getByText('“Old papers” has its new pages, and 1 material was published.').waitFor();
  expect(await listPapers()).toEqual([
    ['Old papers', 2023, 1],
    ['Old sheets', 2023, 4],
    ['The second year', 2022, 2],
  ]);
  expect(await findAxeViolations(page)).toEqual([]);
  await press('Undo');
  await dialog.getByText('“Old papers” has its former file again.').waitFor();
  expect(await listPapers()).toEqual(both);
  // Not the button of the toast.
  await dialog.getByText('Close', { exact: true }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('on a phone and with the keyboard alone, pages are cut in two and applied; closing asks before it discards', async () => {
  const page = await shelf.newPage({ ...phone, reducedMotion: 'reduce' });
  await openEdit(page, 'Old sheets');
  const { keyboard } = page;
  const opener = page.getByRole('button', { name: 'Pages…' });
  await tabTo(page, opener);
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pages' });
  const tile = (name: string) => dialog.getByLabel(name, { exact: true });
  await expect
    .poll(() =>
      dialog
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
    )
    .toBe(true);
  await tabTo(page, tile('Page 1'));
  for (const [key, name] of [
    ['ArrowRight', 'Page 2'],
    ['End', 'Page 4'],
    ['Home', 'Page 1'],
    ['ArrowDown', 'Page 4'],
    ['ArrowUp', 'Page 1'],
  ] as const) {
    await keyboard.press(key);
    await expectFocusOn(page, tile(name));
  }
  await keyboard.press('Space');
  const halve = dialog.getByRole('button', { name: 'Cut in two halves' });
  await tabTo(page, halve, 'Shift+Tab');
  await keyboard.press('Enter');
  await dialog.getByText('1 page cut in two.', { exact: true }).waitFor();
  await expectFocusOn(page, halve);
  expect((await shown(dialog)).slice(0, 3)).toEqual(['Page 1, top half', 'Page 1, bottom half', 'Page 2']);
  await dialog.getByText('Will be applied: 1 page cut in two.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await findCrampedText(page)).toEqual([]);

  await keyboard.press('Escape');
  await dialog.getByText('Discard your changes?').waitFor();
  await tabTo(page, dialog.getByRole('button', { name: 'Keep editing' }));
  await keyboard.press('Enter');
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await tabTo(page, apply);
  await keyboard.press('Enter');
  await dialog.getByText('“Old sheets” has its new pages.').waitFor();
  expect(await listPapers()).toContainEqual(['Old sheets', 2023, 5]);
  await tabTo(page, dialog.getByRole('button', { name: 'Undo' }));
  await keyboard.press('Enter');
  await dialog.getByText('has its former file again').waitFor();
  expect(await listPapers()).toEqual(both);
});

test('a compilation is split where its papers begin, as proposed, with a title and year for each', async () => {
  const page = await shelf.newPage({ ...phone, reducedMotion: 'reduce' });
  await openEdit(page, 'Old papers');
  await page.getByRole('button', { name: 'Pages…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pages' });
  await dialog.getByText('2 papers seem to begin in this file, on pages 1 and 3.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await findCrampedText(page)).toEqual([]);
  await tabTo(page, dialog.getByRole('button', { name: 'Split there' }));
  await page.keyboard.press('Enter');
  await expectFocusOn(page, dialog.getByLabel('Page 3', { exact: true }));
  const second = dialog.getByRole('region', { name: 'New material 1' });
  await expect.poll(() => second.getByLabel('Title').inputValue()).toBe('C Programming 2078');
  await dialog.getByText('Will be applied: 1 new paper.').waitFor();
  expect(await dialog.getByText('papers seem to begin').count()).toBe(0);
});

test('pages that show two pages side by side are cut in two, as proposed', async () => {
  const page = await shelf.newPage({ ...phone, reducedMotion: 'reduce' });
  await openEdit(page, 'Old spreads', 'Study Notes');
  await page.getByRole('button', { name: 'Pages…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pages' });
  await dialog.getByText('2 pages seem to show two pages side by side.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await findCrampedText(page)).toEqual([]);
  await tabTo(page, dialog.getByRole('button', { name: 'Cut them in two' }));
  await page.keyboard.press('Enter');
  await expectFocusOn(page, dialog.getByLabel('Page 1, left half', { exact: true }));
  expect(await shown(dialog)).toEqual([
    'Page 1, left half',
    'Page 1, right half',
    'Page 2, left half',
    'Page 2, right half',
  ]);
  await dialog.getByText('Will be applied: 2 pages cut in two.').waitFor();
  expect(await dialog.getByText('two pages side by side').count()).toBe(0);
});
