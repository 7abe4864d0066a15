import type { Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import { pressTool } from '#test/support/reader.ts';
import { fail, holdBack, paperPainted, passTimeUntil } from './bring-up.ts';
import type { ShotGroup } from './shot.ts';

const papers = pages.papers('csit', '1', 'c-programming');
const notes = pages.notes('csit', '1', 'c-programming');
const pdfPaper = `${papers}?open=sample-csit-c-paper-2025`;
const htmlPaper = `${papers}?open=sample-csit-c-paper-2024`;
const pdfNote = `${notes}?open=sample-csit-c-note-pointers`;
const locked = `${notes}?open=locked`;
const fileBytes = '**/files/*/preview?project=examshelf{,&copy=reading}';

/** Shots of the PDF reader and the preview of HTML papers, over the list from which they were opened. */
export const readerStates: ShotGroup = {
  title: 'Reader and paper preview',
  shots: [
    { name: 'reader', address: pdfPaper, isWindow: true, bringUp: paperPainted },
    {
      name: 'reader-other-tone',
      address: pdfNote,
      isWindow: true,
      async bringUp(page) {
        await paperPainted(page);
        await pressTool(page, 'Dark mode');
      },
    },
    {
      name: 'reader-zoomed',
      address: pdfNote,
      isWindow: true,
      async bringUp(page) {
        await paperPainted(page);
        for (let step = 0; step < 10; step += 1) await pressTool(page, 'Zoom in');
        await paperPainted(page);
      },
    },
    {
      name: 'reader-smallest',
      address: pdfNote,
      isWindow: true,
      async bringUp(page) {
        await paperPainted(page);
        for (let step = 0; step < 5; step += 1) await pressTool(page, 'Zoom out');
        await paperPainted(page);
      },
    },
    {
      name: 'reader-highlight',
      address: pdfNote,
      isWindow: true,
      async bringUp(page) {
        await paperPainted(page);
        await page.getByRole('button', { name: 'Highlight mode' }).click();
        await page.locator('.reader-text [role="presentation"]', { hasText: /\w{5}/ }).first().selectText();
        await page.locator('mark').first().waitFor();
      },
    },
    {
      name: 'reader-long-title',
      address: `${pages.material('note-1')}?open=note-1`,
      stage: 'hard',
      isWindow: true,
      bringUp: paperPainted,
    },
    {
      name: 'reader-opening',
      address: notes,
      isWindow: true,
      async bringUp(page) {
        await page.route('**/v1/materials/sample-csit-c-note-pointers', holdBack);
        await page.route(fileBytes, holdBack);
        await openFirst(page);
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'reader-gone',
      address: `${notes}?open=withdrawn-1`,
      stage: 'hard',
      isWindow: true,
      isTroubled: true,
      bringUp: (page) => page.getByText('This material is no longer available.').waitFor(),
    },
    {
      name: 'reader-password',
      address: locked,
      stage: 'hard',
      isWindow: true,
      bringUp: (page) => page.getByText('Enter the password to open this PDF file.').waitFor(),
    },
    {
      name: 'reader-wrong-password',
      address: locked,
      stage: 'hard',
      isWindow: true,
      async bringUp(page) {
        await page.getByRole('dialog').locator('input[type=password]').fill('wrong');
        await page.keyboard.press('Enter');
        await page.getByText('Invalid password. Please try again.').waitFor();
      },
    },
    {
      name: 'reader-failed',
      address: `${notes}?open=damaged`,
      stage: 'hard',
      isWindow: true,
      isTroubled: true,
      bringUp: (page) => page.getByRole('dialog').getByText('Failed to load PDF file.').waitFor(),
    },
    {
      name: 'reader-missing',
      address: notes,
      isWindow: true,
      isTroubled: true,
      async bringUp(page) {
        await page.route(fileBytes, (route) => route.fulfill({ status: 404, body: '' }));
        await openFirst(page);
        await page.getByText(/^Missing PDF/).waitFor();
      },
    },
    {
      name: 'html-paper',
      address: htmlPaper,
      isWindow: true,
      bringUp: (page) => page.getByRole('dialog').frameLocator('iframe').getByRole('heading').first().waitFor(),
    },
    {
      name: 'html-paper-long-title',
      address: `${papers}?open=web`,
      stage: 'hard',
      isWindow: true,
      bringUp: (page) => page.getByRole('dialog').frameLocator('iframe').getByRole('heading').first().waitFor(),
    },
    {
      name: 'html-paper-loading',
      address: papers,
      isWindow: true,
      async bringUp(page) {
        await page.route(fileBytes, holdBack);
        await page.getByRole('link', { name: /^View .*2024/ }).click();
        await page.getByText('Loading HTML content...').waitFor();
      },
    },
    {
      name: 'html-paper-failed',
      address: papers,
      isWindow: true,
      isTroubled: true,
      prepare: (page) => page.clock.install(),
      async bringUp(page) {
        await page.route(fileBytes, fail);
        await page.getByRole('link', { name: /^View .*2024/ }).click();
        await passTimeUntil(page, page.getByRole('dialog').getByRole('button', { name: 'Try again' }));
      },
    },
  ],
};

async function openFirst(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Read / })
    .first()
    .click();
}
