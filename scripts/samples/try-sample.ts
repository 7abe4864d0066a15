import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import type { Librarian } from '#test/support/library.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import type { Sample } from './find-samples.ts';

/** What may come of a file; only the last is wrong. */
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
  /** What came of each password that was tried. */
  passwords: string[];
  /** What came of the last page of a document of several. */
  lastPage: 'shown' | 'marked as broken' | null;
  /** What a person should know: why it was refused, or what went wrong. */
  remarks: string[];
};

/** No step of a reader may take longer, on a slow machine either; then it counts as hanging. */
const timeout = 60_000;

/** A password that fits no file, in letters that tell encodings apart. */
const wrongPassword = 'गलत pässwörd';

/** What our own pages say on purpose, and what a paper's frame says of what it refuses. */
const expected = [/Failed to load PDF file\./, /Content Security Policy/];

/** Uploads a file, publishes it under the id and opens it as a student does. Never throws. */
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
    // Not waited for: pressed inside a paper it takes away the frame that would tell that it was pressed.
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

/** Puts the file on the shelf; answers why it was refused, or null. Anything but a clear refusal is an error. */
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

/** Waits until an HTML paper is shown, with something in it. */
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

/** A wrong password is refused in words; then the right one opens the document, where it is known. */
async function unlock(sample: Sample, dialog: Locator, result: Result): Promise<Outcome> {
  const box = dialog.locator('input[type=password]');
  await box.fill(wrongPassword, { timeout });
  await box.press('Enter');
  await dialog.getByText('Invalid password. Please try again.').waitFor({ timeout });
  result.passwords.push('wrong: refused');
  if (sample.password === null) return 'asks for its password';
  await box.fill(sample.password, { timeout });
  await box.press('Enter');
  // The question is not asked again: what stays is the document, or why it cannot be shown.
  await dialog.getByText('Invalid password. Please try again.').waitFor({ state: 'detached', timeout });
  const sight = await firstSight(dialog);
  result.passwords.push(`“${sample.password}”: ${sight}`);
  return sight;
}

/** Goes to the last page, which is painted or marked. */
async function readLastPage(sample: Sample, dialog: Locator, result: Result): Promise<void> {
  const told = await dialog.getByText(/^\/ \d+$/).innerText({ timeout });
  const count = Number(told.slice(2));
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
