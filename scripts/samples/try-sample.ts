import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import type { Librarian } from '#test/support/library.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import type { Sample } from './find-samples.ts';

/** The possible results of a file; only the last one is a failure. */
export const outcomes = [
  'shows a page',
  'shows the paper',
  'asks for its password',
  'says it cannot be shown',
  'refused at upload',
  'failed',
] as const;

export type Outcome = (typeof outcomes)[number];

export type Result = {
  outcome: Outcome;
  /** The result of each tested password. */
  passwords: string[];
  /** The result of the last page, if the file has several. */
  lastPage: 'shown' | 'marked as broken' | null;
  /** Remarks for a person: why the file was refused, or the error. */
  remarks: string[];
};

/** Timeout of a step of a reader; enough for a slow machine. */
const timeout = 60_000;

/** A password that opens no file, with letters that differ between encodings. */
const wrongPassword = 'गलत pässwörd';

/** Expected lines on the console: from our own pages, and from a paper's frame about blocked requests. */
const expected = [/Failed to load PDF file\./, /Content Security Policy/];

/** Uploads a file, publishes it under the id, and opens it as a student would. Never throws. */
export async function trySample(
  sample: Sample,
  id: string,
  parts: { url: string; librarian: Librarian; page: Page },
): Promise<Result> {
  const { url, librarian, page } = parts;
  const result: Result = { outcome: 'failed', passwords: [], lastPage: null, remarks: [] };
  const trouble = watchForTrouble(page, expected);
  try {
    const refusal = await uploadSample(sample, id, librarian);
    if (refusal) return { ...result, outcome: 'refused at upload', remarks: [refusal] };
    await page.goto(`${url}${pages.material(id)}?open=${id}`, { timeout });
    const dialog = page.getByRole('dialog');
    await dialog.waitFor({ timeout });
    result.outcome = sample.kind === 'HTML' ? await readPaper(dialog) : await readPdf(sample, dialog, result);
    // Not awaited: pressed inside a paper it removes the frame that would report the click.
    void page.keyboard.press('Escape').catch(() => {});
    await dialog.waitFor({ state: 'detached', timeout });
  } catch (error) {
    result.outcome = 'failed';
    result.remarks.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
  const heard = trouble();
  if (heard.length > 0) result.outcome = 'failed';
  result.remarks.push(...heard);
  return result;
}

/** Publishes the file. Returns the reason if it was refused, or null. Throws for anything but a clear refusal. */
async function uploadSample(sample: Sample, id: string, librarian: Librarian): Promise<string | null> {
  const bytes = await readFile(sample.file);
  try {
    await librarian.upload(sample.name.split('/').at(-1) ?? '', bytes, id);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const reason = /: 400 (.*)/.exec(said)?.[1];
    if (reason === undefined) throw error;
    return (JSON.parse(reason) as { message?: string }).message ?? reason;
  }
  const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming', title: sample.name.slice(-100) };
  await librarian.publish('paper', { ...place, year: 2024, fileId: id }, id);
  return null;
}

/** Waits until an HTML paper is shown and is not empty. */
async function readPaper(dialog: Locator): Promise<Outcome> {
  await dialog.locator('iframe[data-shown]').waitFor({ timeout });
  const text = await dialog.frameLocator('iframe').locator('body').innerText({ timeout });
  if (text.trim() === '') throw new Error('the paper is empty');
  return 'shows the paper';
}

async function readPdf(sample: Sample, dialog: Locator, result: Result): Promise<Outcome> {
  const first = await firstSight(dialog);
  const outcome = first === 'asks for its password' ? await unlock(sample, dialog, result) : first;
  if (outcome === 'shows a page') await readLastPage(sample, dialog, result);
  return outcome;
}

type Sight = 'shows a page' | 'asks for its password' | 'says it cannot be shown';

function firstSight(dialog: Locator): Promise<Sight> {
  const seen = (locator: Locator, sight: Sight) =>
    locator
      .first()
      .waitFor({ timeout })
      .then(() => sight);
  return Promise.any([
    seen(dialog.locator('[data-page-number="1"][data-state="painted"]'), 'shows a page'),
    seen(dialog.locator('[data-page-number="1"][data-state="broken"]'), 'says it cannot be shown'),
    seen(dialog.getByText('Enter the password to open this PDF file.'), 'asks for its password'),
    seen(dialog.getByText('Failed to load PDF file.'), 'says it cannot be shown'),
  ]).catch(() => {
    throw new Error(`nothing was shown within ${timeout / 1000} s`);
  });
}

/**
 * Enters a wrong password, which the reader refuses with a message; then the correct one, if known, which opens the
 * document.
 */
async function unlock(sample: Sample, dialog: Locator, result: Result): Promise<Outcome> {
  const box = dialog.locator('input[type=password]');
  await box.fill(wrongPassword, { timeout });
  await box.press('Enter');
  await dialog.getByText('Invalid password. Please try again.').waitFor({ timeout });
  result.passwords.push('wrong: refused');
  if (sample.password === null) return 'asks for its password';
  await box.fill(sample.password, { timeout });
  await box.press('Enter');
  // The password is not asked again: the page then shows the document, or why it cannot be shown.
  await dialog.getByText('Invalid password. Please try again.').waitFor({ state: 'detached', timeout });
  const sight = await firstSight(dialog);
  result.passwords.push(`“${sample.password}”: ${sight}`);
  return sight;
}

/** Goes to the last page and waits until it is painted or marked as unreadable. */
async function readLastPage(sample: Sample, dialog: Locator, result: Result): Promise<void> {
  const label = await dialog.getByText(/^\/ \d+$/).innerText({ timeout });
  const count = Number(label.slice(2));
  if (sample.pageCount !== null && sample.pageCount !== count) {
    result.remarks.push(`${count} pages, its index says ${sample.pageCount}`);
  }
  if (count < 2) return;
  await dialog.getByLabel('Go to page').fill(String(count), { timeout });
  await dialog.getByLabel('Go to page').press('Enter');
  const last = dialog.locator(`[data-page-number="${count}"]`);
  await last.and(dialog.locator('[data-state="painted"], [data-state="broken"]')).waitFor({ timeout });
  result.lastPage = (await last.getAttribute('data-state')) === 'painted' ? 'shown' : 'marked as broken';
}
