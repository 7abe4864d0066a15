import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { openBrowser } from '#test/support/browser.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';

const views = [
  { name: 'phone, dark', options: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const } },
  { name: 'desktop, light', options: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' as const } },
];
const subject = ['csit', '1', 'c-programming'] as const;
const pdfPaper = 'sample-csit-c-paper-2025';
const htmlPaper = 'sample-csit-c-paper-2024';

test.each(views)('axe finds nothing wrong with what a visitor sees: $name', async ({ options }) => {
  await using server = await openTestServer({ withPages: true, settings: { SAMPLES: 'on' } });
  await using browser = await openBrowser();
  const page = await browser.newPage({ ...options, reducedMotion: 'reduce' });
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await findAxeViolations(page)).map((violation) => `${name}: ${violation}`));
  };
  for (const address of [
    pages.home(),
    pages.faculty('csit'),
    pages.semester('csit', '1'),
    pages.papers(...subject),
    pages.notes(...subject),
    pages.revision(...subject),
    pages.revisionSubjects('csit', '1'),
    pages.books(),
    pages.material(pdfPaper),
    pages.about(),
    pages.faq(),
    pages.contributors(),
    pages.discussions(),
    pages.newDiscussion(),
    pages.login(),
    pages.notFound(),
  ]) {
    await page.goto(server.url + address, { waitUntil: 'networkidle' });
    await look(address);
  }
  await page.goto(`${server.url}${pages.papers('csit', '1', 'physics')}`, { waitUntil: 'networkidle' });
  await page.getByText('No question papers available for Physics.').waitFor();
  await look('no papers');
  await page.goto(`${server.url}${pages.books()}?q=nothing-is-called-so`, { waitUntil: 'networkidle' });
  await page.getByText('No books found matching your criteria').waitFor();
  await look('no books');
  await page.goto(`${server.url}${pages.papers(...subject)}?open=${pdfPaper}`);
  await page.locator('[data-page-number="1"][data-state="painted"]').first().waitFor();
  await look('reader');
  await page.goto(`${server.url}${pages.papers(...subject)}?open=${htmlPaper}`);
  await page.getByRole('dialog').frameLocator('iframe').getByRole('heading').first().waitFor();
  await look('paper preview');
  expect(found).toEqual([]);
});

test.each(views)('axe finds nothing wrong with the panel: $name', async ({ options }) => {
  await using server = await openTestServer({ withPages: true, settings: { SAMPLES: 'on' } });
  await using browser = await openBrowser();
  const page = await browser.newPage({ ...options, reducedMotion: 'reduce' });
  await signIn(page, server.url);
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await findAxeViolations(page)).map((violation) => `${name}: ${violation}`));
  };
  await look('upload');
  await page.getByRole('button', { name: 'Upload Question Paper' }).click();
  await look('upload with missing fields');
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await firstEdit(page).waitFor();
  await look('manage');
  await firstEdit(page).click();
  await page.getByRole('dialog').getByLabel('Title').waitFor();
  await look('edit');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByText('The Question Paper has been deleted successfully').first().waitFor();
  await look('toast with undo');
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await page
    .getByRole('button', { name: /^Restore / })
    .first()
    .waitFor();
  await look('trash');
  expect(found).toEqual([]);
});

function firstEdit(page: Page) {
  return page.getByRole('button', { name: /^Edit / }).first();
}
