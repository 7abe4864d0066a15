import type { Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import { pressTool } from '#test/support/reader.ts';
import type { Shot, ShotGroup } from './shot.ts';

const book = `${pages.books()}?open=sample-csit-c-book-small-programs&page=5`;
const htmlPaper = `${pages.papers('csit', '1', 'c-programming')}?open=sample-csit-c-paper-2024`;

/** Shots of the reader's panels over the pages of a book, and of marks on the pages. */
export const readerToolStates: ShotGroup = {
  title: 'Reader: its tools',
  shots: [
    reading('reader-contents', async (page) => {
      await pressTool(page, 'Contents');
      await page.locator('.reader-panel-body').getByRole('button').first().waitFor();
    }),
    reading('reader-small-pages', async (page) => {
      await pressTool(page, 'Thumbnails');
      await page.locator('.reader-panel-body').locator('canvas').nth(3).waitFor();
    }),
    reading('reader-highlights', async (page) => {
      await highlightOne(page);
      await pressTool(page, 'Highlights');
      await page.getByRole('button', { name: 'Save as text' }).waitFor();
    }),
    reading('reader-highlights-none', async (page) => {
      await pressTool(page, 'Highlights');
      await page.locator('.reader-panel-body').waitFor();
    }),
    reading('reader-find', async (page) => {
      await pressTool(page, 'Find in document');
      await page.getByRole('textbox', { name: 'Find in document' }).fill('program');
      await page.getByText(/^\d+ of \d+$/).waitFor();
    }),
    reading('reader-find-nothing', async (page) => {
      await pressTool(page, 'Find in document');
      await page.getByRole('textbox', { name: 'Find in document' }).fill('zzzz');
      await page.getByRole('textbox', { name: 'Find in document' }).press('Enter');
    }),
    reading('reader-more', async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menu').waitFor();
    }),
    reading('reader-shortcuts', async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    }),
    reading('reader-print', async (page) => {
      await pressTool(page, 'Print');
      await page.getByRole('dialog', { name: 'Print' }).waitFor();
    }),
    reading('reader-turned', async (page) => {
      await pressTool(page, 'Rotate right');
      await page.locator('.reader-text[data-main-rotation="90"]').first().waitFor();
    }),
    reading('reader-way-back', async (page) => {
      await page.getByLabel('Go to page').fill('20');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^Back to page/ }).waitFor();
    }),
    {
      name: 'reader-continue',
      address: book,
      isWindow: true,
      async bringUp(page, url) {
        await painted(page, 5);
        await page.getByLabel('Go to page').fill('12');
        await page.keyboard.press('Enter');
        await painted(page, 12);
        await page.getByRole('button', { name: 'Close', exact: true }).click();
        await page.goto(url + book.replace(/&page=\d+$/, ''));
        await page.getByRole('button', { name: 'Continue at page 12' }).waitFor();
        await painted(page, 1);
      },
    },
    {
      name: 'reader-hit',
      address: `${book}&find=recursion+program+function`,
      isWindow: true,
      async bringUp(page) {
        await painted(page, 5);
        await page.locator('.reader-hit[data-current]').first().waitFor();
      },
    },
    {
      name: 'html-paper-hit',
      address: `${htmlPaper}&find=explain+pointers`,
      isWindow: true,
      async bringUp(page) {
        await page.getByRole('dialog').getByRole('search').getByText(/ of /).waitFor();
      },
    },
    {
      name: 'html-paper-larger',
      address: htmlPaper,
      isWindow: true,
      async bringUp(page) {
        await page.getByRole('dialog').frameLocator('iframe').getByRole('heading').first().waitFor();
        for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
      },
    },
  ],
};

/** A state of the reader with the book open at page 5. */
function reading(name: string, bringUp: (page: Page) => Promise<void>): Shot {
  return {
    name,
    address: book,
    isWindow: true,
    async bringUp(page) {
      await painted(page, 5);
      await page.locator('[data-text-of-page="5"] [role="presentation"]').first().waitFor({ state: 'attached' });
      await bringUp(page);
    },
  };
}

function painted(page: Page, number: number): Promise<void> {
  return page.locator(`[data-page-number="${number}"][data-state="painted"]`).waitFor();
}

async function highlightOne(page: Page): Promise<void> {
  await pressTool(page, 'Highlight mode');
  await page.locator('[data-text-of-page="5"] [role="presentation"]', { hasText: /\w{5}/ }).first().selectText();
  await page.locator('mark').first().waitFor();
}
