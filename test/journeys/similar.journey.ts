import { expect, test } from 'vitest';
import { examLines } from '#bench/documents/exam-lines.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { makePdf } from '#test/support/documents.ts';
import { expectFocusInside } from '#test/support/keyboard.ts';
import { openLibrarian } from '#test/support/library.ts';
import { sendUpload, signIn } from '#test/support/panel.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { openTestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const lines = examLines(5).map((line) => line.slice(0, 70));
const place = { subject: 'Physics', facultyId: 'csit', semesterId: '1', year: 2023 };

test.skipIf(isOnlyInSweep('journeys'))(
  'an administrator sees near duplicates: before publishing by the bytes, in the panel by the text',
  async () => {
    await using server = await openTestServer({ withPages: true, readsTexts: true });
    await using browser = await shareBrowser();
    const colleague = await openLibrarian(server.url);
    const publish = async (title: string) => {
      const buffer = makePdf([lines], { title });
      const file = await colleague.upload(`${title}.pdf`, buffer);
      await colleague.publish('paper', { ...place, title, fileId: file.$id });
      return buffer;
    };
    const buffer = await publish('Physics 2023');
    await publish('Physics final');
    await server.services.textReading.idle();
    await server.services.similar.idle();

    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await signIn(page, server.url);
    const file = { name: 'again.pdf', mimeType: 'application/pdf', buffer };
    const form = { faculty: 'BSc CSIT', level: 'Semester 1', subject: 'Physics', year: '2023' };
    await sendUpload(page, { ...form, kind: 'Question Papers', title: 'Physics again', file });
    const dialog = page.getByRole('dialog', { name: 'This file is already in the library' });
    await dialog.getByText('"Physics 2023"').waitFor();
    const link = dialog.getByRole('link', { name: 'Open the published material' });
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await opened.getByRole('heading', { name: 'Physics 2023' }).first().waitFor();
    await opened.close();
    await dialog.getByRole('button', { name: 'Don’t publish' }).click();

    await page.getByRole('tab', { name: 'Manage Content' }).click();
    const summary = page.getByText('1 pair of materials has nearly the same text.');
    await summary.click();
    await page.getByText('100% of words are the same').waitFor();
    for (const title of ['Physics 2023', 'Physics final'])
      await page.getByRole('img', { name: `First page of ${title}` }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    // The older one is on the left.
    const withdraw = page.getByRole('button', { name: /^Move to trash: / });
    expect(await withdraw.evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual([
      'Move to trash: Physics 2023',
      'Move to trash: Physics final',
    ]);
    await withdraw.last().focus();
    await page.keyboard.press('Enter');
    await summary.waitFor({ state: 'detached' });
    await expectFocusInside(page, 'main');
    await page.getByRole('button', { name: 'Undo' }).click();
    await summary.click();
    await page.getByRole('button', { name: 'Keep both' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Both are kept').first().waitFor();
    await summary.waitFor({ state: 'detached' });
    await expectFocusInside(page, 'main');
  },
);
