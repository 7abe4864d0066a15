import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations } from '#test/support/axe.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { makeBrokenPdf, makePdf } from '#test/support/documents.ts';
import { openLibrarian, type Librarian } from '#test/support/library.ts';
import { sendUpload, signIn } from '#test/support/panel.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';
import { version } from '#server/machinery/version.ts';
import { textRecipe } from '#server/library/text-extraction/text-limits.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** The panel for an administrator who is not alone, is interrupted, or drops a file in the wrong place. */

const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };
const place = { subject: 'Physics', facultyId: 'csit', semesterId: '1' };
const form = { faculty: 'BSc CSIT', level: 'Semester 1', subject: 'Physics' } as const;
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: makePdf([[name]]) });
const papers = '/v1/databases/library/collections/papers/documents';

let server: TestServer;
let browser: SharedBrowser;
let colleague: Librarian;

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await shareBrowser();
  colleague = await openLibrarian(server.url);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

async function openPanel(): Promise<Page> {
  const page = await (await browser.newContext(desktop)).newPage();
  await signIn(page, server.url);
  await page.getByRole('tab', { name: 'Upload Content' }).waitFor();
  return page;
}

async function publishPaper(title: string): Promise<string> {
  const file = await colleague.upload(`${title}.pdf`, makePdf([[title]]));
  return (await colleague.publish('paper', { ...place, title, year: 2023, fileId: file.$id })).$id;
}

/** Opens the editor of a paper, found by its words. */
async function openEditor(page: Page, words: string, title: string) {
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await page.getByRole('searchbox').fill(words);
  await page.getByText('1 question paper', { exact: true }).waitFor();
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
  return page.getByRole('dialog', { name: /^(Edit|Changed by someone else)/ });
}

/** Drops files on the first element that matches the selector; true if the page would have been left. */
async function drop(page: Page, selector: string, names: readonly string[]): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, dropped) => {
      const dataTransfer = new DataTransfer();
      // Each with different bytes: copies would be one row.
      for (const name of dropped)
        dataTransfer.items.add(new File([`%PDF-1.7 ${name}`], name, { type: 'application/pdf' }));
      const init = { dataTransfer, bubbles: true, cancelable: true };
      const isOverTaken = !element.dispatchEvent(new DragEvent('dragover', init));
      const isDropTaken = !element.dispatchEvent(new DragEvent('drop', init));
      return !isOverTaken || !isDropTaken;
    }, names);
}

/** Drags a file over the page, or out of the window again. */
async function drag(page: Page, step: 'dragover' | 'dragleave'): Promise<void> {
  await page.locator('main').evaluate((element, type) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['%PDF-1.7'], 'dragged.pdf'));
    element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, step);
}

/** Pastes files, with text if `text` is not empty, into the first element that matches the selector. */
async function paste(page: Page, selector: string, names: readonly string[], text = ''): Promise<void> {
  const target = page.locator(selector).first();
  await target.evaluate(
    (element, pasted) => {
      const clipboardData = new DataTransfer();
      for (const name of pasted.names) clipboardData.items.add(new File(['%PDF-1.7'], name));
      if (pasted.text) clipboardData.setData('text/plain', pasted.text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { names, text },
  );
}

test('a click during which the list of a search arrives is not lost', async () => {
  // The newest is the first row before and after.
  await publishPaper('Statics');
  await publishPaper('Kinematics');
  const page = await openPanel();
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  const edit = page.getByRole('button', { name: 'Edit Kinematics', exact: true });
  await edit.hover();
  await page.getByRole('searchbox').fill('kinematics');
  await page.mouse.down();
  await page.getByText('1 question paper', { exact: true }).waitFor();
  await page.mouse.up();
  await page.getByRole('dialog', { name: 'Edit Question Paper' }).waitFor();
  expect(await page.getByRole('dialog').getByLabel('Title').inputValue()).toBe('Kinematics');
});

test('two administrators who edit the same paper see both versions, and only the chosen values are saved', async () => {
  const id = await publishPaper('Optics regular');
  const page = await openPanel();
  const editor = await openEditor(page, 'optics 2023 csit', 'Optics regular');
  await editor.getByLabel('Title').fill('Optics, mine');
  await editor.getByLabel('Year').selectOption('Another year…');
  await editor.getByLabel('Another year').fill('1987');
  const theirs = { title: 'Optics, theirs', subject: 'Digital Logic' };
  expect((await colleague.send('PATCH', `${papers}/${id}`, { data: theirs })).status).toBe(200);

  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON());
  });
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await editor.getByText('Someone else changed this material').waitFor();
  const choice = (field: string, side: string) =>
    editor.getByRole('group', { name: field }).getByRole('radio', { name: new RegExp(`^${side}`) });
  expect(await choice('Title', 'Yours Optics, mine').isChecked()).toBe(true);
  expect(await choice('Faculty, level, subject', 'Theirs BSc CSIT · Semester 1 · Digital Logic').isChecked()).toBe(
    true,
  );
  expect(await choice('Year', 'Yours 1987').isChecked()).toBe(true);
  await choice('Title', 'Theirs Optics, theirs').check();
  await editor.getByRole('button', { name: 'Save my choices' }).click();
  await page.getByText('"Optics, theirs" has been updated successfully.').waitFor();
  expect(sent).toEqual([{ data: { title: 'Optics, mine', year: 1987 } }, { data: { year: 1987 } }]);
  const read = await colleague.send('GET', `${papers}/${id}`);
  expect(await read.json()).toMatchObject({ ...theirs, year: 1987 });
  await page.context().close();
});

test.skipIf(isOnlyInSweep('journeys'))(
  'an edit that somebody else has already made is saved without a question',
  async () => {
    const id = await publishPaper('Thermodynamics');
    const page = await openPanel();
    const editor = await openEditor(page, 'thermodynamics', 'Thermodynamics');
    await editor.getByLabel('Title').fill('Thermodynamics, corrected');
    await colleague.send('PATCH', `${papers}/${id}`, { data: { title: 'Thermodynamics, corrected' } });
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('"Thermodynamics, corrected" has been updated successfully.').waitFor();
    expect(await editor.count()).toBe(0);
    await page.context().close();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a material deleted by somebody else meanwhile is restored with the edits on request',
  async () => {
    const id = await publishPaper('Acoustics');
    const page = await openPanel();
    const editor = await openEditor(page, 'acoustics', 'Acoustics');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await editor.getByText('You haven’t changed anything yet.').waitFor();
    await editor.getByLabel('Title').fill('Acoustics, corrected');
    await page.keyboard.press('Escape');
    await page
      .getByRole('dialog', { name: 'Discard your changes?' })
      .getByRole('button', { name: 'Keep editing' })
      .click();
    await colleague.send('DELETE', `${papers}/${id}`, {});
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await editor.getByText('Someone else has moved this to the trash.').waitFor();
    await editor.getByRole('button', { name: 'Restore and save' }).click();
    await page.getByText('"Acoustics, corrected" has been updated successfully.').waitFor();
    expect(await (await colleague.send('GET', `${papers}/${id}`)).json()).toMatchObject({
      title: 'Acoustics, corrected',
      year: 2023,
    });
    await page.context().close();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'missing papers are shown by subject and year, and uploaded or opened from there, by keyboard',
  async () => {
    const subject = 'Discrete Structures';
    const year = new Date().getFullYear() - 1;
    const file = await colleague.upload('ds.pdf', makePdf([['ds']]));
    const there = { subject, facultyId: 'csit', semesterId: '2', title: 'Sets', fileId: file.$id };
    const { $id: hiddenId } = await colleague.publish('paper', { ...there, year });
    await colleague.send('POST', `/v1/materials/${hiddenId}/hide`, { reason: 'Under review' });
    const page = await openPanel();
    await page.getByRole('tab', { name: 'What Is Missing' }).click();
    const panel = page.getByRole('tabpanel', { name: 'What Is Missing' });
    await panel.getByLabel('Faculty').selectOption({ label: 'BSc CSIT' });
    const grid = panel.getByRole('grid', { name: 'Materials of BSc CSIT' });
    await grid.getByRole('rowheader', { name: `${subject} 1 of 10` }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const inBothCalendars = (ad: number) => `${ad} · ${ad + 56}/${String(ad + 57).slice(-2)} BS`;
    const cell = (column: string) => grid.getByRole('button', { name: `${subject}, ${column}:` });

    await panel.getByLabel('Faculty').focus();
    await page.keyboard.press('Tab');
    expect(await focused()).toMatch(/: none, upload$/);
    await page.keyboard.press('Tab');
    expect(await grid.evaluate((table) => table.contains(document.activeElement))).toBe(false);
    await cell(inBothCalendars(year + 1)).focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe(`${subject}, ${inBothCalendars(year)}: 1, 1 hidden`);
    await page.keyboard.press('Enter');
    await page.getByText(`Only BSc CSIT · Semester 2 · ${subject} · ${year}`).waitFor();
    await page.getByText('1 question paper', { exact: true }).waitFor();
    await page.getByText(/^Hidden since .*: Under review$/).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText(/^Only BSc CSIT/).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SECTION');

    await page.getByRole('tab', { name: 'What Is Missing' }).click();
    await panel.getByLabel('Faculty').focus();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe(`${subject}, ${inBothCalendars(year)}: 1, 1 hidden`);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe(subject);
    expect([await page.getByLabel('Level').inputValue(), await page.getByLabel('Year').inputValue()]).toEqual([
      '2',
      `${year - 1}`,
    ]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'What Is Missing' }).click();
    await cell('Revision').focus();
    const [box, header] = await Promise.all([cell('Revision').boundingBox(), grid.getByText(subject).boundingBox()]);
    expect([header?.x, box && box.x + box.width <= 390]).toEqual([expect.any(Number), true]);
    expect(header?.x).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.context().close();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a search in Manage accepts any words and offers the other kinds that match',
  async () => {
    await publishPaper('Operating systems, board');
    const file = await colleague.upload('notes.pdf', makePdf([['notes']]));
    await colleague.publish('note', { ...place, title: 'Operating systems by hand', fileId: file.$id });
    const page = await openPanel();
    await page.getByRole('tab', { name: 'Manage Content' }).click();
    const search = page.getByRole('searchbox');
    await search.fill('2023 Operating CSIT');
    await page.getByText('1 question paper', { exact: true }).waitFor();
    await search.fill('operating physics');
    await page.getByRole('button', { name: '1 study note' }).click();
    await page.getByRole('button', { name: 'Edit Operating systems by hand' }).waitFor();
    await search.fill(`operating ${'अ'.repeat(400)}`);
    await page.getByText(/^No study notes match/).waitFor();
    expect(await search.inputValue()).toHaveLength(200);
    await page.context().close();
  },
);

test('a file dropped or pasted anywhere in the panel is chosen, several go to the import, and the panel stays open', async () => {
  const page = await openPanel();
  const notice = page.getByText('Drop a file to upload it, or a folder or several files to import them.');
  await drag(page, 'dragover');
  await notice.waitFor();
  await drag(page, 'dragleave');
  await notice.waitFor({ state: 'detached' });
  await drag(page, 'dragover');
  await notice.waitFor();
  const field = page.getByText('shopping list.pdf', { exact: true });
  expect(await drop(page, 'header', ['shopping list.pdf'])).toBe(false);
  await field.waitFor();
  expect(await notice.count()).toBe(0);
  expect(await page.getByLabel('Title').inputValue()).toBe('shopping list');
  expect(await drop(page, 'text=Change', ['Waves.pdf'])).toBe(false);
  await page.getByText('Waves.pdf', { exact: true }).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Waves');
  // From elsewhere in the panel it opens the form.
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  expect(await drop(page, 'main', ['Light.pdf'])).toBe(false);
  await page.getByText('Light.pdf', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Library status' }).click();
  await paste(page, 'main', ['Sound.pdf']);
  await page.getByText('Sound.pdf', { exact: true }).waitFor();
  // Copied cells include a picture of themselves; in a text box they are text.
  await paste(page, 'main input[type="text"]', ['cells.png'], 'Copied cells');
  expect(await page.getByText('Sound.pdf', { exact: true }).isVisible()).toBe(true);
  // Onto the field for one file, which leaves them to the import.
  expect(await drop(page, 'text=Change', ['two.pdf', 'three.pdf'])).toBe(false);
  await page.getByRole('tab', { name: 'Import Many', selected: true }).waitFor();
  await page.getByRole('gridcell', { name: 'three.pdf' }).waitFor();
  await page.getByRole('tab', { name: 'Upload Content' }).click();
  expect(await page.getByText('Sound.pdf', { exact: true }).isVisible()).toBe(true);
  await page.context().close();
});

test('a started form is restored after leaving the page, after signing in again and, except for the file, after a reload', async () => {
  const page = await openPanel();
  await page.getByRole('group', { name: 'Content type' }).getByText('Study Notes').click();
  await page.getByLabel('Faculty').selectOption({ label: form.faculty });
  await page.getByLabel('Level').selectOption({ label: form.level });
  await page.getByLabel('Subject').selectOption({ label: form.subject });
  await page.getByLabel('File (PDF)').setInputFiles(pdf('Waves.pdf'));
  const expectForm = async () => {
    await page.getByText('Waves.pdf', { exact: true }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Waves');
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Physics');
  };
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await page.waitForURL('**/about');
  await page.getByRole('banner').getByText('Go to Dashboard').click();
  await expectForm();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await logInAgain(page);
  await expectForm();

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await page.waitForURL('**/login');
  expect(asked).toEqual(['beforeunload']);
  await logInAgain(page);
  await page.getByText('Choose "Waves.pdf" again').waitFor();
  await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Physics');
  await page.getByLabel('File (PDF)').setInputFiles(pdf('Light.pdf'));
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Upload Study Note' }).click();
  await page.getByText('"Light" has been uploaded successfully').waitFor();
  // The form does not ask for the lost file again with the next material.
  await page.getByLabel('Title').fill('Sound');
  expect(await page.getByText('Choose "Waves.pdf" again').count()).toBe(0);
  await page.getByLabel('Title').fill('');
  await page.reload();
  await page.waitForURL('**/login');
  expect(asked).toEqual(['beforeunload']);
  await page.context().close();
});

test.skipIf(isOnlyInSweep('journeys'))('an upload of any year shows its progress in kilobytes', async () => {
  const page = await openPanel();
  await page.route('**/storage/buckets/files/files', () => {});
  // Unique and incompressible bytes, so that it is not a copy of anything.
  const buffer = Buffer.concat([makePdf([['Old']]), randomBytes(411 * 1024)]);
  await page.getByLabel('Year').selectOption('Another year…');
  await page.getByLabel('Another year').fill('1899');
  await sendUpload(page, { ...form, kind: 'Question Papers', file: { ...pdf('Old.pdf'), buffer } });
  await page.getByText('Enter a year AD from 1900 to 2200, or a year BS').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('Another year');
  await page.getByLabel('Another year').fill('1987');
  await page.getByRole('button', { name: 'Upload Question Paper' }).click();
  await page.getByText(/^\d+ KB of 41\d KB$/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The upload was stopped').waitFor();
  await page.unroute('**/storage/buckets/files/files');
  await page.getByRole('button', { name: 'Upload Question Paper' }).click();
  await page.getByText('"Old" has been uploaded successfully').waitFor();
  expect(await page.getByLabel('Another year').count()).toBe(0);
  await page.context().close();
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a file that could not be read is named with the reason, and can be read again',
  async () => {
    // Another test has signed everybody out.
    const librarian = await openLibrarian(server.url);
    const { $id: fileId } = await librarian.upload('broken.pdf', makeBrokenPdf());
    await librarian.publish('note', { ...place, title: 'Notes on optics', year: null, fileId }, 'optics');
    const { textReading } = server.services;
    await textReading.catchUp();
    await textReading.idle();
    const { texts, database } = server.resources;
    const { $id: laterId } = await librarian.upload('later.pdf', makePdf([['Refraction'], ['Reflection']]));
    await textReading.idle();
    const { sha256 = '' } = (await database.files.find(laterId)) ?? {};
    await texts.begin({ sha256, pageCount: 3, recipe: textRecipe });
    await texts.postpone(sha256, [2, 3], 'the stored file is missing; check the library');
    const page = await openPanel();
    await page.getByRole('button', { name: 'Library status' }).click();
    const later = page.getByRole('list', { name: 'Pages that will be retried later' });
    await later.getByText('Pages 2 and 3: the stored file is missing; check the library.').waitFor();
    expect(await later.getByText('later.pdf').count()).toBe(1);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Read all again' }).click();
    // These three, and the pages of damaged files of other tests.
    await page.getByText(/^\d pages will be read again\.$/).waitFor();
    await later.waitFor({ state: 'detached' });
    await textReading.idle();
    const failed = page.getByRole('list', { name: 'Pages that couldn’t be read' });
    const optics = failed.getByRole('listitem').filter({ hasText: 'Notes on optics' });
    await optics.getByText('Page 1: the file is damaged.').waitFor();
    await failed.getByRole('button', { name: 'Read again: Notes on optics' }).click();
    await page.getByText('1 page of "Notes on optics" will be read again.').waitFor();
    await textReading.idle();
    await page.getByRole('button', { name: 'Library status' }).click();
    await page.getByRole('tab', { name: 'Manage Content' }).click();
    await page.getByRole('tabpanel', { name: 'Manage Content' }).getByText('Study Notes').first().click();
    await page.getByRole('button', { name: 'Edit Notes on optics' }).click();
    await page.getByText('0 of 1 page can be searched; 1 couldn’t be read.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.context().close();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'the state of the library is shown in words and charts, and the form behind it keeps its values',
  async () => {
    const page = await openPanel();
    await page.getByLabel('Title').fill('Not sent yet');
    const toggle = page.getByRole('button', { name: 'Library status' });
    await toggle.click();
    await page.getByRole('region', { name: 'Library', exact: true }).getByText('Question Papers').waitFor();
    await page.getByText(/^\d+ [GM]B of \d+ [GM]B$/).waitFor();
    await page.getByRole('region', { name: 'Server' }).getByText(version, { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Full-text search' }).getByText('Pages with text').waitFor();
    await page.getByText('There is no backup yet. Ask the server’s administrator to set one up.').waitFor();
    expect(await page.getByLabel('Title').isVisible()).toBe(false);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await toggle.click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Not sent yet');
    await page.context().close();
  },
);

async function logInAgain(page: Page): Promise<void> {
  const { email, password } = administrator;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
}
