import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { MaterialDocument } from '#contract/schemas/document.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { makeLockedPdf } from '#test/support/locked-pdf.ts';
import { makePortfolio } from '#test/support/portfolio.ts';
import { sendUpload, signIn } from '#test/support/panel.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Questions of the form for one material before anything is published. */

const place = { subject: 'Physics', facultyId: 'csit', semesterId: '1' };
const form = { kind: 'Study Notes', faculty: 'BSc CSIT', level: 'Semester 1', subject: 'Physics' } as const;

let server: TestServer;
let browser: SharedBrowser;
let colleague: Librarian;
let page: Page;

beforeAll(async () => {
  server = await openTestServer({ withPages: true });
  browser = await shareBrowser();
  colleague = await openLibrarian(server.url);
  page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  ).newPage();
  await signIn(page, server.url);
});

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const fileOf = (title: string) => ({
  name: `${title} again.pdf`,
  mimeType: 'application/pdf',
  buffer: makePdf([[title]]),
});

async function publish(title: string): Promise<MaterialDocument> {
  const { buffer } = fileOf(title);
  const file = await colleague.upload(`${title}.pdf`, buffer);
  return colleague.publish('note', { ...place, title, fileId: file.$id });
}

const note = (id: string) => api.document(ids, 'notes', id);
const isOnSite = async (id: string) => (await fetch(`${server.url}${pages.material(id)}`)).status === 200;
const unused = async () =>
  (await (await colleague.send('GET', '/v1/materials/unused-files')).json()) as { total: number };
const question = () => page.getByRole('dialog', { name: 'This file is already in the library' });

test.skipIf(isOnlyInSweep('journeys'))(
  'a file that is in the trash or hidden is named with the day, and one click restores or shows it',
  async () => {
    const trashed = await publish('Waves');
    const hidden = await publish('Optics');
    await colleague.send('DELETE', note(trashed.$id), {});
    await colleague.send('POST', panelApi.hideMaterial(hidden.$id), { reason: 'asked for' });

    await sendUpload(page, { ...form, file: fileOf('Waves') });
    const inTrash = question().getByText(/The same file is in the trash since .* as "Waves" \(.*Physics\)/);
    await inTrash.waitFor();
    expect(await inTrash.textContent()).toMatch(/since \w+ \d{1,2}, \d{4} as/);
    expect(await findAxeViolations(page)).toEqual([]);
    await question().getByRole('button', { name: 'Restore it' }).click();
    await page.getByText('"Waves" was restored from the trash. Nothing else was published.').waitFor();
    expect(await isOnSite(trashed.$id)).toBe(true);
    // The form is ready for the next file, without the sent values.
    await page.getByText('The next file goes to').waitFor();
    expect((await unused()).total).toBe(0);

    await sendUpload(page, { ...form, file: fileOf('Optics') });
    await question()
      .getByText(/in the library as "Optics" \(.*\), hidden since \w+ \d/)
      .waitFor();
    await question().getByRole('button', { name: 'Show it again' }).click();
    await page.getByText('"Optics" is shown again. Nothing else was published.').waitFor();
    expect(await isOnSite(hidden.$id)).toBe(true);
    expect((await unused()).total).toBe(0);
  },
);

test('a file that waits in the import is named with its path, and may still be published', async () => {
  const { buffer } = fileOf('Staged note');
  const files = [{ path: 'drive/Sem 1/staged.pdf', size: buffer.length, digest: digest(buffer) }];
  const staged = await colleague.send('POST', panelApi.staging(), { files });
  const { files: rows } = (await staged.json()) as { files: { fileId: string }[] };
  await colleague.upload('staged.pdf', buffer, rows[0]?.fileId);
  await sendUpload(page, { ...form, file: fileOf('Staged note') });
  await question().getByText('The same file waits in Import Many since').waitFor();
  await question().getByText('"drive/Sem 1/staged.pdf"').waitFor();
  await question().getByRole('button', { name: 'Publish anyway' }).click();
  await page.getByText('"Staged note again" has been uploaded successfully').first().waitFor();
  const list = await (await colleague.send('GET', api.documents(ids, 'notes'))).json();
  expect(list.documents).toContainEqual(expect.objectContaining({ title: 'Staged note again' }));
});

/** Opens the editor of a note. The search replaces the list, so an earlier click may be lost. */
async function openEditor(title: string): Promise<Locator> {
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await page.getByRole('group', { name: 'Content type' }).getByText('Study Notes').click();
  await page.getByRole('searchbox').fill(title);
  await page.getByText('1 study note', { exact: true }).waitFor();
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
  return page.getByRole('dialog', { name: /^Edit/ });
}

test.skipIf(isOnlyInSweep('journeys'))(
  'replacing a file by one in the trash asks as well, and by its own file does not',
  async () => {
    const trashed = await publish('Heat');
    const other = await publish('Motion');
    await colleague.send('DELETE', note(trashed.$id), {});
    const editor = await openEditor('Motion');
    await editor.getByLabel('Replace the file').setInputFiles(fileOf('Heat'));
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await question()
      .getByText(/The same file is in the trash since .* as "Heat"/)
      .waitFor();
    await question().getByRole('button', { name: 'Restore it' }).click();
    await page.getByText('"Heat" was restored from the trash. Nothing else was changed.').waitFor();
    expect(await isOnSite(trashed.$id)).toBe(true);
    const now = (await (await colleague.send('GET', note(other.$id))).json()) as MaterialDocument;
    expect(now.downloadUrl).toBe(other.downloadUrl);

    await editor.getByLabel('Replace the file').setInputFiles(fileOf('Motion'));
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('"Motion" has been updated successfully.').waitFor();
  },
);

/** A paper whose first page names its place, with a meaningless name. */
const scan = (name: string, year = '2079 Magh') => ({
  name,
  mimeType: 'application/pdf',
  buffer: makePdf([
    [
      'Tribhuvan University',
      'Bachelor Level / Second Year / Fourth Semester',
      'Computer Science and Information Technology (CSC 264)',
      'Operating Systems',
      year,
      'Full Marks: 60',
      'Attempt any two questions.',
    ],
  ]),
});

const valueOf = (label: string) =>
  page
    .getByRole('tabpanel', { name: 'Upload Content' })
    .getByLabel(label)
    .evaluate((select) => {
      const { selectedOptions } = select as HTMLSelectElement;
      return selectedOptions[0]?.textContent ?? '';
    });

async function openForm(): Promise<void> {
  await page.reload();
  await page.evaluate(() => sessionStorage.removeItem('upload-draft'));
  await signIn(page, server.url);
  await page.getByRole('tab', { name: 'Upload Content' }).click();
}

test('the place of a paper is filled in from its first page, marked, announced, and editable', async () => {
  await openForm();
  await page.getByLabel('File (PDF)').setInputFiles(scan('scan0001.pdf'));
  const said = page.getByRole('status').filter({ hasText: 'Proposed from the file:' });
  await said.getByText('Proposed from the file: Faculty, Level, Subject, Year, and Title. Please check.').waitFor();
  expect(await Promise.all(['Faculty', 'Level', 'Subject', 'Year'].map(valueOf))).toEqual([
    'BSc CSIT',
    'Semester 4',
    'Operating Systems',
    '2023 · 2079/80 BS',
  ]);
  expect(await page.getByLabel('Title').inputValue()).toContain('Operating Systems');
  await page.getByText('Subject proposed').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  // A correction is a person's value.
  await page.getByLabel('Level').selectOption({ label: 'Semester 5' });
  await page.getByText('Subject proposed').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Use Operating Systems BSc CSIT · Semester 4/ }).click();
  expect(await valueOf('Subject')).toBe('Operating Systems');
  await page.getByRole('button', { name: 'Upload Question Paper' }).click();
  await page.getByText('has been uploaded successfully').first().waitFor();
});

test('values set by a person are not overwritten, and those of the file are offered instead', async () => {
  await openForm();
  await page.getByRole('group', { name: 'Content type' }).getByText('Study Notes').click();
  await page.getByLabel('Faculty').selectOption({ label: 'BSc CSIT' });
  await page.getByLabel('Level').selectOption({ label: 'Semester 1' });
  await page.getByLabel('Subject').selectOption({ label: 'Physics' });
  await page.getByLabel('Title').fill('My own title');
  await page.getByLabel('File (PDF)').setInputFiles(scan('scan0002.pdf', '2078 Magh'));
  const suggestions = page.getByRole('list', { name: 'Suggestions from the file' });
  await suggestions.getByRole('button', { name: 'Use Operating Systems' }).waitFor();
  expect(await valueOf('Subject')).toBe('Physics');
  expect(await page.getByLabel('Title').inputValue()).toBe('My own title');
  await suggestions.getByRole('button', { name: 'Use Question Paper' }).click();
  await page.getByRole('button', { name: 'Upload Question Paper' }).waitFor();
  expect(await valueOf('Subject')).toBe('Physics');
});

test('a wrong, empty or too large file is reported when it is chosen', async () => {
  await openForm();
  for (const [file, said] of [
    [{ name: 'shopping.pdf', mimeType: 'application/pdf', buffer: Buffer.from('milk, eggs') }, "isn't a PDF"],
    [{ name: 'nothing.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) }, 'is empty'],
  ] as const) {
    await page.getByLabel('File (PDF)').setInputFiles(file);
    await page.getByRole('alert').filter({ hasText: said }).waitFor();
  }
  await page.getByLabel('File (PDF)').setInputFiles(scan('scan0003.pdf'));
  await page.getByText('Proposed from the file:').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  // A wrong kind is reported when it is chosen, too.
  await page.getByRole('group', { name: 'Content type' }).getByText('Libary-Books').click();
  await page.getByLabel('Image').setInputFiles({ name: 'cover.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.getByRole('alert').filter({ hasText: 'The image must be a JPEG' }).waitFor();
});

const locked = (name: string, words: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: makeLockedPdf(words, { cipher: 'aes-256', password: Buffer.from('exam 2079') }),
});

test.skipIf(isOnlyInSweep('documents'))(
  'a locked PDF asks for its password when it is chosen and before publishing, refuses a wrong one, and a student can read it',
  async () => {
    await openForm();
    await page.getByLabel('File (PDF)').setInputFiles(locked('Locked waves.pdf', 'Waves behind a lock'));
    await page.getByText('This PDF needs a password to open.').waitFor();
    await page.getByLabel('Password for readers').fill('exam 2080');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('group', { name: 'Content type' }).getByText('Study Notes').click();
    await page.getByLabel('Faculty').selectOption({ label: 'BSc CSIT' });
    await page.getByLabel('Level').selectOption({ label: 'Semester 1' });
    await page.getByLabel('Subject').selectOption({ label: 'Physics' });
    await page.getByRole('button', { name: 'Upload Study Note' }).click();
    const dialog = page.getByRole('dialog', { name: 'This PDF needs a password' });
    await dialog.getByText('This password doesn’t open the PDF.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByLabel('Password for readers').fill('exam 2079');
    await dialog.getByLabel('Note on the password').fill('From the union');
    await dialog.getByRole('button', { name: 'Publish with this password' }).click();
    await page.getByText('"Locked waves" has been uploaded successfully').first().waitFor();
    expect(await page.getByRole('alert').filter({ hasText: 'needs a password' }).count()).toBe(0);

    const student = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await student.goto(`${server.url}${pages.notes('csit', '1', 'physics')}`);
    const listed = student.getByRole('listitem').filter({ hasText: 'Locked waves' });
    await listed.getByText('Password: exam 2079 · From the union').waitFor();
    await listed.getByRole('link', { name: /^(Read|View)/ }).click();
    const reader = student.getByRole('dialog');
    await reader.getByText('Password from the library: exam 2079').waitFor();
    expect(await findAxeViolations(student)).toEqual([]);
    await reader.getByRole('button', { name: 'Open' }).click();
    await reader.getByText('Waves behind a lock').waitFor();
    await student.goBack();
    await listed.getByRole('link', { name: /^More about Locked waves/ }).click();
    await student.getByRole('link', { name: /^Details of Locked waves/ }).click();
    await student.getByRole('definition').filter({ hasText: 'Password: exam 2079' }).waitFor();
    await student.context().close();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a locked PDF asks for its password even if nothing was entered, and may be published without it',
  async () => {
    await openForm();
    const { buffer } = locked('x.pdf', 'Optics behind a lock');
    const file = await colleague.upload('Optics locked.pdf', buffer);
    const made = await colleague.publish('note', { ...place, title: 'Optics locked', fileId: file.$id });
    const editor = await openEditor('Optics locked');
    await editor.getByLabel('Replace the file').setInputFiles(locked('other.pdf', 'Heat behind a lock'));
    await editor.getByText('This PDF needs a password to open.').waitFor();
    await editor.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'This PDF needs a password' });
    await dialog.getByLabel('Note on the password').fill('Ask your teacher');
    await dialog.getByRole('button', { name: 'Save without a password' }).click();
    await page.getByText('"Optics locked" has been updated successfully.').waitFor();
    const now = (await (await colleague.send('GET', note(made.$id))).json()) as MaterialDocument;
    expect(now).toMatchObject({ filePassword: null, filePasswordNote: 'Ask your teacher' });
    expect(now.downloadUrl).not.toBe(made.downloadUrl);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'the papers inside a portfolio are offered, one for the form or all for the import, and nothing is published without confirmation',
  async () => {
    await openForm();
    const inside = ['Mechanics', 'Waves 2'].map((name) => ({ name: `${name}.pdf`, bytes: makePdf([[name]]) }));
    const portfolio = { name: 'papers.pdf', mimeType: 'application/pdf', buffer: makePortfolio(inside) };
    await page.getByLabel('File (PDF)').setInputFiles(portfolio);
    await page.getByText('This PDF has 2 other PDFs inside it').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use Mechanics.pdf' }).click();
    await page.getByRole('button', { name: 'Remove Mechanics.pdf' }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Mechanics');
    await sendUpload(page, { ...form, title: 'Portfolio', file: portfolio });
    const dialog = page.getByRole('dialog', { name: 'This PDF is a portfolio' });
    await dialog.getByText('readers see only its cover sheet').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Don’t publish' }).click();
    await page.getByText('The PDF is a portfolio. Nothing was published.').waitFor();
    const { documents } = await (await colleague.send('GET', api.documents(ids, 'notes'))).json();
    expect(documents).not.toContainEqual(expect.objectContaining({ title: 'Portfolio' }));
    await page.getByRole('button', { name: 'Import all 2' }).click();
    await page.getByRole('row').filter({ hasText: 'Mechanics' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Waves 2' }).waitFor();
  },
);
