import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { digest } from './library.ts';
import { untilHydrated } from './open-page.ts';

/** The steps of a student through the site, who only uses controls on screen. */

export type SubjectLocation = { faculty: string; term: string; subject: string };

/**
 * Goes from Home through the faculty's card, and the side menu if it is not the first term, to the subject's question
 * papers.
 */
export async function goToSubject(page: Page, url: string, place: SubjectLocation): Promise<void> {
  await page.goto(url);
  // Before that the form of the card opens the semester without a message.
  await untilHydrated(page);
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: place.faculty, exact: true }) });
  await card.getByRole('button', { name: 'Select Faculty' }).click();
  await page.getByText('Faculty Selected').first().waitFor();
  await page.waitForURL(/\/semester\/1$/);
  if (!place.term.endsWith(' 1')) {
    // On a phone the side menu is collapsed above the content.
    const fold = page.getByRole('complementary').getByRole('button', { name: `${place.faculty} Faculty` });
    const term = termButton(page, place.term);
    if (!(await term.isVisible())) await fold.click();
    await term.click();
    await menuLink(page, place.subject).click();
  } else {
    const subject = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: place.subject, exact: true }) });
    await subject.getByRole('link', { name: 'View' }).click();
  }
  await page.getByRole('heading', { name: place.subject, level: 1 }).waitFor();
}

/** Opens the subject's tab with that name. */
export async function goToTab(
  page: Page,
  name: 'Question Papers' | 'Study Notes' | 'Revision Materials',
): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tab', { name, selected: true }).waitFor();
}

/** The button of a term in the side menu; its name is followed by the number of materials. */
export function termButton(page: Page, term: string): Locator {
  return page
    .getByRole('complementary')
    .getByRole('button')
    .filter({ has: page.getByText(term, { exact: true }) });
}

/** The link of a subject in the side menu; its name is followed by the number of materials. */
export function menuLink(page: Page, subject: string): Locator {
  return page
    .getByRole('complementary')
    .getByRole('link')
    .filter({ has: page.getByText(subject, { exact: true }) });
}

/** The row or card of the material with that title. */
export function materialRow(page: Page, title: string): Locator {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/**
 * Saves the file of the row's Download link, which for a paper is in the sheet of "More" on a phone; returns its SHA-256 and the
 * name under which it is saved.
 */
export async function download(page: Page, row: Locator): Promise<{ digest: string; name: string }> {
  const inRow = row.getByRole('link', { name: /^Download/ });
  const isInSheet = !(await inRow.isVisible());
  if (isInSheet) await row.getByRole('link', { name: /^More about/ }).click();
  const link = isInSheet ? page.getByRole('dialog').getByRole('link', { name: /^Download/ }) : inRow;
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()]);
  if (isInSheet) await page.keyboard.press('Escape');
  return { digest: digest(await readFile(await saved.path())), name: saved.suggestedFilename() };
}

/** Opens the row's reader and waits until page 1 is drawn. */
export async function read(page: Page, row: Locator): Promise<Locator> {
  await row.getByRole('link', { name: /^(Read|View) / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-page-number="1"][data-state="painted"]').first().waitFor();
  return dialog;
}
