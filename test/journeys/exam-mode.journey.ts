import { expect, test } from 'vitest';
import { makePdf } from '#test/support/documents.ts';
import { pressTool } from '#test/support/reader.ts';
import { keepReaderShelf, painted, papers, phone, place } from '#test/support/reader-shelf.ts';

/** The exam mode of papers: a clock over both viewers. */

const shelf = keepReaderShelf(
  async (librarian, server) => {
    await librarian.upload(
      '2023.pdf',
      makePdf([['Full Marks: 60', 'Time: 2:30 hours', 'Explain paging.', '[5]']]),
      'pdf',
    );
    await librarian.publish('paper', { ...place, title: 'Paper of 2023', year: 2023, fileId: 'pdf' }, 'paper');
    await librarian.upload('2022.html', Buffer.from('<h1>Questions</h1><p>Attempt all.</p>'), 'html');
    await librarian.publish('paper', { ...place, title: 'Paper of 2022', year: 2022, fileId: 'html' }, 'page');
    await server.services.textReading.idle();
  },
  { readsTexts: true },
);

test('a paper is sat against its own time, which survives a reload, can be paused, and ends by marking it as done', async () => {
  const page = await shelf.newPage(phone);
  await page.goto(`${shelf.url()}${papers}?open=paper`);
  await painted(page, 1).waitFor();
  // Only the time of day is set; timers run on.
  const start = Date.now();
  const setLater = (minutes: number) => page.clock.setFixedTime(start + minutes * 60_000);
  await setLater(0);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Exam mode' });
  await dialog.getByText('This is the time that the paper gives.').waitFor();
  expect(await dialog.getByLabel('Hours').inputValue()).toBe('2');
  expect(await dialog.getByLabel('Minutes').inputValue()).toBe('30');
  await dialog.getByLabel('Hide the marks of questions').check();
  await dialog.getByRole('button', { name: 'Start the clock' }).tap();
  const left = page.getByRole('timer', { name: 'Time left' });
  await left.waitFor();
  await setLater(90);
  await expect.poll(() => left.innerText()).toBe('1:00:00');

  const covered = page.locator('.reader-text [data-hidden-marks]');
  await expect.poll(() => covered.allTextContents()).toEqual(['[5]']);

  await page.reload();
  await expect.poll(() => left.innerText()).toBe('1:00:00');
  await page.getByRole('button', { name: 'Pause the clock' }).tap();
  const resume = page.getByRole('button', { name: 'Continue the clock' });
  await resume.waitFor();
  await setLater(120);
  await resume.tap();
  await page.getByRole('button', { name: 'Pause the clock' }).waitFor();
  expect(await left.innerText()).toBe('1:00:00');
  await setLater(180);
  await page.getByText('Time is up.').waitFor();
  await expect.poll(() => covered.count()).toBe(0);
  await page.getByRole('region', { name: 'Exam mode' }).getByRole('button', { name: 'Mark as done' }).tap();
  await left.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close', exact: true }).tap();
  await page.getByRole('button', { name: 'Done: Paper of 2023' }).waitFor();
});

test('an HTML paper without a time offers three hours, and an exam that was ended by mistake continues', async () => {
  const page = await shelf.newPage(phone);
  await page.goto(`${shelf.url()}${papers}?open=page`);
  await page.frameLocator('iframe').locator('body').waitFor();
  await pressTool(page, 'Exam mode');
  const dialog = page.getByRole('dialog', { name: 'Exam mode' });
  await dialog.getByText('Most exams take 3 hours.').waitFor();
  // Typed as by a person: Firefox's driver fills a field for numbers without telling the page.
  await dialog.getByLabel('Minutes').press('ControlOrMeta+a');
  await dialog.getByLabel('Minutes').pressSequentially('15');
  await dialog.getByRole('button', { name: 'Start the clock' }).tap();
  const left = page.getByRole('timer', { name: 'Time left' });
  await expect.poll(() => left.innerText()).toMatch(/^3:1[45]:/);
  await page.getByRole('button', { name: 'End the exam' }).tap();
  await page.getByText(/^You used 0:00:\d\d of 3:15:00\.$/).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Mark as done');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await left.waitFor();
  // The keys of the preview work again: the same key asks to end the exam.
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Close the clock' }).tap();
  await left.waitFor({ state: 'detached' });
});
