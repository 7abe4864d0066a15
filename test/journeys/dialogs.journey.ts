import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeHtmlPaper } from '#test/support/documents.ts';
import { signIn } from '#test/support/panel.ts';
import { desktop, keepReaderShelf, notes, painted, papers, phone, place } from '#test/support/reader-shelf.ts';
import { untilDrawn } from '#test/support/until-drawn.ts';
import { casesOf } from '#test/support/sweeps.ts';

const shelf = keepReaderShelf(async (librarian) => {
  await librarian.upload('paper.html', makeHtmlPaper('A paper'), 'paper-file');
  await librarian.publish('paper', { ...place, title: 'Web paper', year: 2024, fileId: 'paper-file' }, 'paper');
  const title = 'Introduction to programming, with answers to every question of the last ten years';
  await librarian.publish('note', { ...place, title, fileId: 'three-file' }, 'endless');
});

test('a notice over the page stays within the edges of a phone, however long its text', async () => {
  const page = await shelf.newPage(phone);
  await page.route(/reader-dialog/, () => {});
  await page.goto(`${shelf.url()}${notes}?open=endless`);
  const notice = page.getByRole('dialog');
  await notice.getByText(/^Opening Introduction/).waitFor();
  const { x, width } = (await notice.boundingBox())!;
  expect([x >= 16, x + width <= 390 - 16]).toEqual([true, true]);
});

/** Every kind of dialog that closes by a click outside. */
const kinds: { kind: string; open: (page: Page) => Promise<Locator> }[] = [
  {
    kind: 'the paper preview',
    async open(page) {
      await page.goto(`${shelf.url()}${papers}?open=paper`);
      const dialog = page.getByRole('dialog', { name: 'Web paper' });
      await dialog.frameLocator('iframe').getByRole('heading').waitFor();
      return dialog;
    },
  },
  {
    kind: 'the list of shortcuts over the reader',
    async open(page) {
      await page.goto(`${shelf.url()}${notes}?open=three`);
      await painted(page, 1).waitFor();
      await page.keyboard.press('?');
      return page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    },
  },
  {
    kind: 'a dialog of the panel',
    async open(page) {
      await signIn(page, shelf.url());
      await page.getByRole('tab', { name: 'Manage Content' }).click();
      await page.getByRole('button', { name: 'Edit Web paper' }).click();
      return page.getByRole('dialog', { name: /^Edit/ });
    },
  },
];

test.each(casesOf('journeys', kinds, ({ kind }) => kind === 'a dialog of the panel'))(
  '$kind stays open when a press only begins or only ends outside, and closes at a click outside',
  async ({ open }) => {
    const page = await shelf.newPage(desktop);
    const dialog = await open(page);
    const box = (await dialog.getByRole('heading').first().boundingBox())!;
    const inside = [box.x + 8, box.y + box.height / 2] as const;
    const outside = [12, 450] as const;
    const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(...to, { steps: 4 });
      await page.mouse.up();
      // The result of a click has been drawn.
      await untilDrawn(page);
      expect(await dialog.isVisible()).toBe(true);
    };
    await drag(inside, outside);
    await drag(outside, inside);
    await page.mouse.click(...outside);
    await dialog.waitFor({ state: 'detached' });
  },
);
