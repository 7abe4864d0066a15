import type { Page } from 'playwright-core';
import { api, pages } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { makeBrokenPdf, makePdf } from './documents.ts';
import { ids } from './library.ts';
import { sendUpload, signIn, type UploadForm } from './panel.ts';
import { openPage } from './open-page.ts';
import { publishedBytes } from './full-library.ts';
import { keepToastsOpen, type Look } from './screens.ts';
import { administrator } from './server.ts';

const form = { faculty: 'BSc CSIT', level: 'Semester 1', subject: 'Physics' } as const;
const uploads = '**/storage/buckets/files/files';

const pdf = (name: string, buffer: Buffer): UploadForm['file'] => ({ name, mimeType: 'application/pdf', buffer });

/**
 * Shows the login, the form for a new password, and the forms of the tab 'Upload Content' with their error messages.
 * Needs the library of `openFullLibrary`.
 */
export async function visitUpload(page: Page, url: string, look: Look): Promise<void> {
  await visitLogin(page, url, look);
  await visitForms(page, look);
}

async function visitLogin(page: Page, url: string, look: Look): Promise<void> {
  const sessions = '**/account/sessions/email';
  await openPage(page, url + pages.login());
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password').fill('not the password');
  const { promise: isLookedAt, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(sessions, async (route) => {
    await isLookedAt;
    await route.continue();
  });
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'Logging in...' }).waitFor();
  await look('logging in');
  goOn();
  await page.getByText('Login failed. Please try again.').waitFor();
  await keepToastsOpen(page);
  await look('login failed');
  await page.unroute(sessions);
  await signIn(page, url);
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your password' });
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByText('Enter your current password.').waitFor();
  await look('a new password, with faults');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

async function visitForms(page: Page, look: Look): Promise<void> {
  const kind = (name: string) => page.getByRole('group', { name: 'Content type' }).getByText(name).click();
  await look('upload of a question paper, welcome');
  await kind('Libary-Books');
  await page.getByLabel('Image').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await page.getByLabel('File (PDF)').setInputFiles(pdf('shopping list.pdf', Buffer.from('milk, eggs')));
  await page.getByRole('button', { name: 'Upload Book' }).click();
  await page.getByText('Missing information').waitFor();
  await keepToastsOpen(page);
  await look('upload of a book with missing fields');
  await sendUpload(page, {
    ...form,
    kind: 'Study Notes',
    title: 'Not a PDF',
    file: pdf('not a pdf.pdf', Buffer.from('milk, eggs')),
  });
  await page
    .getByText(/isn't a PDF/)
    .last()
    .waitFor();
  await look('upload of a file that is refused');
}

/**
 * Shows an upload that is running, interrupted by leaving, cancelled, failed, waiting for a response, and done. Needs
 * the library of `openFullLibrary`.
 */
export async function visitTransfers(page: Page, url: string, look: Look): Promise<void> {
  await signIn(page, url);
  await page.route(uploads, () => {});
  await sendUpload(page, {
    ...form,
    kind: 'Study Notes',
    title: 'New notes',
    file: pdf('new.pdf', makePdf([['New']])),
  });
  await page.getByRole('button', { name: 'Uploading...' }).waitFor();
  await look('upload in progress');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await page.getByRole('dialog', { name: 'Stop the upload?' }).waitFor();
  await look('leaving during an upload');
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The upload was stopped; nothing was published.').waitFor();
  await look('upload stopped');
  await page.unroute(uploads);

  // One of the errors that are not retried.
  const full = { message: "The server's disk is full.", code: 507, type: 'storage_full' };
  await page.route(uploads, (route) => route.fulfill({ status: 507, json: full }));
  await page.getByRole('button', { name: 'Upload Study Note' }).click();
  await page.getByText('Upload failed').first().waitFor();
  await keepToastsOpen(page);
  await look('upload failed');
  await page.unroute(uploads);

  await sendUpload(page, { ...form, kind: 'Study Notes', title: 'Damaged', file: pdf('bad.pdf', makeBrokenPdf()) });
  const twin = page.getByRole('dialog', { name: 'This file is already in the library' });
  await twin.waitFor();
  await look('twin');
  await twin.getByRole('button', { name: 'Publish anyway' }).click();
  await page.getByText('This PDF looks damaged.').first().waitFor({ timeout: 60_000 });
  await keepToastsOpen(page);
  await look('uploaded with a warning');
  await sendUpload(page, { ...form, kind: 'Study Notes', title: 'Plain', file: pdf('plain.pdf', publishedBytes) });
  await twin.getByRole('button', { name: 'Don’t publish' }).click();
  await twin.waitFor({ state: 'detached' });
  await look('twin declined');
}

/**
 * Shows the tab 'Manage Content' with its notices, its dialogs and the editor. Needs the library of `openFullLibrary`.
 */
export async function visitManage(page: Page, url: string, look: Look): Promise<void> {
  const misplaced = '**/v1/materials/misplaced*';
  const dialog = page.getByRole('dialog');
  await signIn(page, url);
  const note = await (
    await page.request.get(`${url}/v1/databases/library/collections/notes/documents/locked-notes?project=examshelf`)
  ).json();
  await page.route(misplaced, (route) => route.fulfill({ json: { total: 1, documents: [note] } }));
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await page.getByRole('table').waitFor();
  const similar = page.getByText('1 pair of materials has nearly the same text.');
  await similar.waitFor();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await look('manage question papers, notices open');
  await similar.click();
  await page.getByRole('button', { name: 'Delete left over.pdf' }).click();
  await dialog.getByText('This can’t be undone.').waitFor();
  await look('delete a file');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove sample materials' }).click();
  await dialog.getByText('All materials marked as samples').waitFor();
  await look('remove the samples');
  await page.keyboard.press('Escape');

  const status = page.getByRole('button', { name: 'Library status' });
  await status.click();
  await page.getByRole('list', { name: 'Pages that couldn’t be read' }).waitFor();
  await look('status of the library, pages that could not be read');
  await status.click();

  await page.getByRole('group', { name: 'Content type to manage' }).getByText('Libary-Books').click();
  await page.getByRole('table', { name: 'Books' }).waitFor();
  await look('manage books');
  await page.getByRole('searchbox').fill('Small');
  const edit = page.getByRole('button', { name: /^Edit .*Small/ }).first();
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
  await edit.click();
  await dialog.getByRole('img').waitFor();
  await dialog.getByLabel('Title').fill('');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText('Enter a title.').waitFor();
  await keepToastsOpen(page);
  await look('edit a book with faults');
  await dialog.getByLabel('Title').fill('My own title');
  await dialog.getByLabel('Year').selectOption('Another year…');
  await dialog.getByLabel('Another year').fill('1987');
  const id = await page.locator('tr[data-material]').first().getAttribute('data-material');
  await page.request.patch(`${url}${api.document(ids, 'books', id ?? '')}`, {
    headers: { 'X-Appwrite-Project': ids.projectId },
    data: { data: { title: 'Small, by somebody else' } },
  });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await dialog.getByText('Someone else changed this material').waitFor();
  await look('an edit that meets another');
  await page.keyboard.press('Escape');
  await dialog.getByText('Your changes haven’t been saved.').waitFor();
  await look('discard an edit');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill('nothing is called so');
  await page.getByText(/^No books match/).waitFor();
  await look('manage, nothing found');
  await page.getByRole('tab', { name: 'What Is Missing' }).click();
  // The one with the fewest subjects: every cell is compared with every other one.
  await page.getByRole('tabpanel').getByLabel('Faculty').selectOption({ label: 'BSW' });
  await page.getByRole('grid', { name: 'Materials of BSW' }).waitFor();
  await look('what is missing');
}

/**
 * Shows hiding, deleting and undoing both, the hidden materials, the trash, and the password dialog over the panel.
 * Needs the library of `openFullLibrary`.
 */
export async function visitTrash(page: Page, url: string, look: Look): Promise<void> {
  const dialog = page.getByRole('dialog');
  await signIn(page, url);
  await visitImport(page, url, look);
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await page.getByRole('group', { name: 'Content type to manage' }).getByText('Libary-Books').click();
  await page.getByRole('searchbox').fill('volume 20');
  await page
    .getByRole('button', { name: /^Hide Handbook/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
  await dialog.getByText('Say why').waitFor();
  await look('hide a book, without a reason');
  await dialog.getByRole('button', { name: 'The owner asked' }).click();
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByText(/^Hidden since/).waitFor();
  await keepToastsOpen(page);
  await look('hidden, with undo');
  await page.locator('.Toastify').getByRole('button', { name: 'close' }).first().click();
  await page.getByRole('button', { name: 'Hidden', exact: true }).click();
  await page.getByRole('list', { name: 'Hidden' }).waitFor();
  await look('hidden materials');
  await visitRecentChanges(page, url, look);
  await page.getByRole('button', { name: 'Libary-Books' }).click();
  await page
    .getByRole('button', { name: /^Delete Handbook/ })
    .first()
    .click();
  await page.getByText('The Book has been deleted successfully').waitFor();
  await keepToastsOpen(page);
  await look('deleted, with undo');
  // The message does not close automatically and would cover the next screen.
  await page.locator('.Toastify').getByRole('button', { name: 'close' }).first().click();
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await page.getByRole('button', { name: /^Delete permanently: Handbook/ }).click();
  await dialog.getByText('This can’t be undone.').waitFor();
  await look('trash, delete for good');
  await page.keyboard.press('Escape');
  await page.context().clearCookies();
  await page.getByRole('button', { name: /^Restore Handbook/ }).click();
  await dialog.getByText('Your session has ended.').waitFor();
  await look('sign in again');
}

/** Shows the list of edits that can be undone, with a bulk edit of two books, and the effects of undoing it. */
async function visitRecentChanges(page: Page, url: string, look: Look): Promise<void> {
  const headers = { 'X-Appwrite-Project': ids.projectId };
  const list = await page.request.get(`${url}${panelApi.inventory()}?kind=book&trait=shown&limit=2`, { headers });
  const { documents } = (await list.json()) as { documents: { $id: string }[] };
  const data = { ids: documents.map(({ $id }) => $id), change: { action: 'hide', reason: 'Under review' } };
  const made = await page.request.post(url + panelApi.bulkChanges(), { headers, data });
  if (!made.ok()) throw new Error(await made.text());
  await page.getByRole('button', { name: 'Recent changes' }).click();
  await page.getByRole('list', { name: 'Recent changes' }).waitFor();
  await look('recent changes');
  await page.getByRole('button', { name: /^Undo: 2 materials hidden/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 2' }).waitFor();
  await look('what an undo would do');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 2' }).click();
  await page.getByText('Undone: 2 materials.').waitFor();
}

/** Shows the tab 'Import Many' with files that are announced but not sent, and one of them as a card. */
async function visitImport(page: Page, url: string, look: Look): Promise<void> {
  await page.getByRole('tab', { name: 'Import Many' }).click();
  await page.getByText('Add a whole folder at once').waitFor();
  const names = [
    'CSIT/Sem 4/OS 2079.pdf',
    `CSIT/${'a long name '.repeat(12)}.pdf`,
    'अपरेटिङ सिस्टम २०७९.pdf',
    '操作系统.pdf',
  ];
  const files = names.map((name, index) => ({ path: `drive/${name}`, size: 1000, digest: String(index).repeat(64) }));
  const copies = Array.from({ length: 8 }, (_, index) => `drive/${'copy '.repeat(index)}/OS 2079 (${index}).pdf`);
  files.push(...copies.map((path) => ({ path, size: 1000, digest: '0'.repeat(64) })));
  const announced = await page.request.post(url + panelApi.staging(), {
    headers: { 'X-Appwrite-Project': ids.projectId },
    data: { files },
  });
  if (!announced.ok()) throw new Error(await announced.text());
  // The panel polls for changes when its window is shown again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByText('4 files from an earlier visit have not been sent.').waitFor();
  await look('import, staged files');
  const phone = page.getByRole('button', { name: /^OS 2079/ });
  if (await phone.isVisible()) await phone.click();
  else {
    await page.getByRole('grid').focus();
    await page.keyboard.press('Space');
  }
  await page.getByRole('dialog', { name: /^File \d of 4$/ }).waitFor();
  await look('import, one file as a card');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
