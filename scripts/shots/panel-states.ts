import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { api, pages } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { MisplacedAnswer } from '#contract/schemas/answer-types.ts';
import type { DocumentList } from '#contract/schemas/document.ts';
import { makeBrokenPdf, makePdf } from '#test/support/documents.ts';
import { ids } from '#test/support/library.ts';
import { sendUpload } from '#test/support/panel.ts';
import { fail, holdBack, keepToasts, passTimeUntil } from './bring-up.ts';
import type { Shot, ShotGroup } from './shot.ts';
import { knownPdf, longTitles } from './stages.ts';

const note = {
  kind: 'Study Notes',
  faculty: 'BSc CSIT',
  level: 'Semester 1',
  subject: 'C Programming',
  title: 'Pointers, slowly',
} as const;
const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
/** Makes a file that differs from all others, so that no copy of it is found. */
const freshPdf = () => pdf('pointers.pdf', makePdf([[`Pointers, ${performance.now()} ${Math.random()}`]]));
const uploads = `**${api.files(ids)}`;

/** The panel, opened and ready. */
function panel(shot: Omit<Shot, 'address' | 'isSignedIn'>): Shot {
  return {
    ...shot,
    address: pages.admin(),
    isSignedIn: true,
    async bringUp(page, url) {
      await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
      await shot.bringUp?.(page, url);
    },
  };
}

/** Returns a shot of the panel's second tab. */
function manage(shot: Omit<Shot, 'address' | 'isSignedIn'>): Shot {
  return panel({
    ...shot,
    async bringUp(page, url) {
      await openManage(page);
      await page.getByRole('table').or(page.getByText('in the library yet')).first().waitFor();
      await shot.bringUp?.(page, url);
    },
  });
}

/** Returns a shot of the panel's third tab. */
function coverage(shot: Omit<Shot, 'address' | 'isSignedIn'>): Shot {
  return panel({
    ...shot,
    async bringUp(page, url) {
      await page.getByRole('tab', { name: 'What Is Missing' }).click();
      await page.getByRole('grid').waitFor();
      await shot.bringUp?.(page, url);
    },
  });
}

export const uploadStates: ShotGroup = {
  title: 'Panel: upload',
  shots: [
    {
      name: 'admin-opening',
      address: pages.admin(),
      isSignedIn: true,
      prepare: (page) => page.route('**/v1/account', holdBack),
      bringUp: (page) => page.getByRole('main').getByText('Loading…').waitFor({ state: 'attached' }),
    },
    panel({ name: 'admin-upload' }),
    panel({
      name: 'admin-upload-book',
      bringUp: (page) => page.getByRole('group', { name: 'Content type' }).getByText('Libary-Books').click(),
    }),
    panel({
      name: 'admin-upload-missing',
      isWindow: true,
      async bringUp(page) {
        await page.getByRole('button', { name: 'Upload Question Paper' }).click();
        await keepToasts(page);
      },
    }),
    panel({
      name: 'admin-upload-missing-whole',
      async bringUp(page) {
        await page.getByRole('button', { name: 'Upload Question Paper' }).click();
        await page.locator('.Toastify__toast').first().click();
        await page.locator('.Toastify__toast').waitFor({ state: 'detached' });
      },
    }),
    panel({
      name: 'admin-upload-chosen',
      async bringUp(page) {
        await page.getByLabel('Faculty').selectOption({ label: 'BSc CSIT' });
        await page.getByLabel('Level').selectOption({ label: 'Semester 1' });
        await page.getByLabel('Subject').selectOption({ label: 'C Programming' });
        await page.getByLabel('Year').selectOption({ index: 2 });
        await page.getByLabel('File (PDF)').setInputFiles(pdf(`${longTitles[0]}.pdf`, knownPdf));
      },
    }),
    panel({
      name: 'admin-upload-another-year',
      async bringUp(page) {
        await page.getByLabel('Year').selectOption('Another year…');
        await page.getByLabel('Another year').fill('1899');
        await page.getByRole('button', { name: 'Upload Question Paper' }).click();
        await page.getByText('Enter a year from 1900 to 2200.').waitFor();
        await page.locator('.Toastify__toast').first().click();
        await page.locator('.Toastify__toast').waitFor({ state: 'detached' });
      },
    }),
    panel({
      name: 'admin-upload-refused',
      bringUp: async (page) => {
        await sendUpload(page, { ...note, file: pdf('shopping list.pdf', Buffer.from('milk, eggs, bread')) });
        await page.getByRole('alert').filter({ hasText: "isn't a PDF" }).first().waitFor();
      },
    }),
    panel({
      name: 'admin-upload-sending',
      stage: 'desk',
      bringUp: beginLongUpload,
    }),
    panel({
      name: 'admin-leave-guard',
      stage: 'desk',
      isWindow: true,
      async bringUp(page) {
        await beginLongUpload(page);
        await page.getByRole('banner').getByRole('link', { name: 'Examshelf' }).click();
        await page.getByRole('dialog', { name: 'Stop the upload?' }).waitFor();
      },
    }),
    panel({
      name: 'admin-upload-stopped',
      stage: 'desk',
      async bringUp(page) {
        await beginLongUpload(page);
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByText('The upload was stopped').waitFor();
      },
    }),
    panel({
      name: 'admin-upload-failed',
      stage: 'desk',
      isTroubled: true,
      prepare: (page) => page.clock.install(),
      async bringUp(page) {
        await page.route(uploads, (route) =>
          route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
        );
        await sendUpload(page, { ...note, file: freshPdf() });
        await passTimeUntil(page, page.getByText('Everything you filled in is still here'));
        await keepToasts(page);
      },
    }),
    panel({
      name: 'admin-upload-done',
      stage: 'desk',
      isWindow: true,
      async bringUp(page) {
        await sendUpload(page, { ...note, file: freshPdf() });
        await page.getByText('is now in the library.').waitFor();
        await keepToasts(page);
      },
    }),
    panel({
      name: 'admin-upload-damaged',
      stage: 'desk',
      async bringUp(page) {
        const bytes = Buffer.concat([makeBrokenPdf(), Buffer.from(`${performance.now()} ${Math.random()}`)]);
        await sendUpload(page, { ...note, title: 'Damaged notes', file: pdf('damaged.pdf', bytes) });
        await page.getByText('This PDF looks damaged.').first().waitFor();
        await keepToasts(page);
      },
    }),
    panel({
      name: 'admin-twin',
      stage: 'desk',
      isWindow: true,
      async bringUp(page) {
        await sendUpload(page, { ...note, file: pdf('pointers.pdf', knownPdf) });
        await page.getByRole('dialog', { name: 'This file is already in the library' }).waitFor();
      },
    }),
    panel({
      name: 'admin-signed-out',
      isWindow: true,
      isTroubled: true,
      async bringUp(page) {
        // Before the panel has loaded the account, it would only lead to the login.
        await page.getByRole('tab', { name: 'Manage Content' }).waitFor();
        await page.context().clearCookies();
        await openManage(page);
        await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
      },
    }),
  ],
};

export const manageStates: ShotGroup = {
  title: 'Panel: manage',
  shots: [
    manage({ name: 'admin-manage' }),
    manage({
      name: 'admin-manage-books',
      async bringUp(page) {
        await page.getByRole('group', { name: 'Content type to manage' }).getByText('Libary-Books').click();
        await page.getByRole('table', { name: 'Library Books' }).waitFor();
      },
    }),
    manage({ name: 'admin-manage-long-names', stage: 'hard' }),
    manage({ name: 'admin-manage-empty', stage: 'empty' }),
    manage({
      name: 'admin-manage-nothing-found',
      async bringUp(page) {
        await page.getByRole('tabpanel').getByRole('searchbox').fill('zzzz');
        await page.getByText(/^No question papers match/).waitFor();
      },
    }),
    manage({
      name: 'admin-manage-search',
      async bringUp(page) {
        await page.getByRole('tabpanel').getByRole('searchbox').fill('csit programming');
        await page.getByText('Also found').waitFor();
      },
    }),
    panel({
      name: 'admin-manage-loading',
      async bringUp(page) {
        await page.route('**/collections/papers/documents*', holdBack);
        await openManage(page);
        await page.getByText('Loading…').waitFor({ state: 'attached' });
      },
    }),
    panel({
      name: 'admin-manage-failed',
      isTroubled: true,
      prepare: (page) => page.clock.install(),
      async bringUp(page) {
        await page.route('**/collections/*/documents*', fail);
        await page.route('**/v1/materials/*', fail);
        await openManage(page);
        await passTimeUntil(page, page.getByText('check for items needing attention'));
        await passTimeUntil(page, page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).nth(1));
      },
    }),
    manage({
      name: 'admin-edit',
      isWindow: true,
      async bringUp(page) {
        await page
          .getByRole('button', { name: /^Edit / })
          .first()
          .click();
        await page.getByRole('dialog').getByLabel('Title').waitFor();
      },
    }),
    manage({
      name: 'admin-edit-faults',
      isWindow: true,
      async bringUp(page) {
        await page
          .getByRole('button', { name: /^Edit / })
          .first()
          .click();
        await page.getByRole('dialog').getByLabel('Title').fill('');
        await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
        await keepToasts(page);
      },
    }),
    manage({
      name: 'admin-edit-conflict',
      stage: 'desk',
      isWindow: true,
      isTroubled: true,
      async bringUp(page) {
        await changeMeanwhile(page, 'PATCH', { title: `The title that somebody else gave it ${performance.now()}` });
        await page.getByRole('dialog', { name: 'Changed by someone else' }).waitFor();
      },
    }),
    manage({
      name: 'admin-edit-deleted',
      stage: 'desk',
      isWindow: true,
      isTroubled: true,
      async bringUp(page) {
        await changeMeanwhile(page, 'DELETE', {});
        await page.getByText('Someone else has moved this to the trash.').waitFor();
      },
    }),
    manage({
      name: 'admin-edit-discard',
      isWindow: true,
      async bringUp(page) {
        await page
          .getByRole('button', { name: /^Edit / })
          .first()
          .click();
        await page.getByRole('dialog').getByLabel('Title').fill('Another title');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor();
      },
    }),
    manage({
      name: 'admin-edit-book',
      isWindow: true,
      async bringUp(page) {
        await page.getByRole('group', { name: 'Content type to manage' }).getByText('Libary-Books').click();
        await page.getByRole('button', { name: 'Edit Eight Months in the Books' }).click();
        await page.getByRole('dialog').getByLabel('Title').waitFor();
      },
    }),
    manage({
      name: 'toast-undo',
      stage: 'desk',
      isWindow: true,
      async bringUp(page) {
        await page
          .getByRole('button', { name: /^Delete / })
          .first()
          .click();
        await page.getByRole('button', { name: 'Undo' }).first().waitFor();
        await keepToasts(page);
      },
    }),
    manage({
      name: 'admin-recent-changes-empty',
      stage: 'empty',
      async bringUp(page) {
        await page.getByRole('button', { name: 'Recent changes' }).click();
        await page.getByText('Nothing to undo.').waitFor();
      },
    }),
    manage({
      name: 'admin-trash',
      stage: 'hard',
      async bringUp(page) {
        await page.getByRole('button', { name: 'Trash', exact: true }).click();
        await page
          .getByRole('button', { name: /^Restore / })
          .first()
          .waitFor();
      },
    }),
    manage({
      name: 'admin-trash-empty',
      stage: 'empty',
      async bringUp(page) {
        await page.getByRole('button', { name: 'Trash', exact: true }).click();
        await page.getByText('The trash is empty.').waitFor();
      },
    }),
    manage({
      name: 'admin-hide',
      isWindow: true,
      async bringUp(page) {
        await page
          .getByRole('button', { name: /^Hide / })
          .first()
          .click();
        await page.getByRole('dialog').getByRole('button', { name: 'Hide', exact: true }).click();
        await page.getByText('Say why').waitFor();
      },
    }),
    manage({
      name: 'admin-hide-done',
      stage: 'desk',
      isWindow: true,
      async bringUp(page) {
        await hideFirst(page, 'The owner asked');
        await keepToasts(page);
      },
    }),
    manage({
      name: 'admin-hidden',
      stage: 'desk',
      async bringUp(page) {
        await hideFirst(page, `Under review: ${'a long explanation of it '.repeat(7)}`.trim());
        await page.locator('.Toastify__toast').first().click();
        await page.getByRole('button', { name: 'Hidden', exact: true }).click();
        await page
          .getByRole('button', { name: /^Show again/ })
          .first()
          .waitFor();
      },
    }),
    manage({
      name: 'admin-hidden-empty',
      stage: 'empty',
      async bringUp(page) {
        await page.getByRole('button', { name: 'Hidden', exact: true }).click();
        await page.getByText('Nothing is hidden.').waitFor();
      },
    }),
    coverage({ name: 'admin-missing' }),
    coverage({ name: 'admin-missing-empty', stage: 'empty' }),
    coverage({ name: 'admin-missing-hard', stage: 'hard' }),
    coverage({
      name: 'admin-missing-shown',
      async bringUp(page) {
        await page
          .getByRole('button', { name: /: [1-9]/ })
          .first()
          .click();
        await page.getByRole('button', { name: 'Show all' }).waitFor();
      },
    }),
    coverage({
      name: 'admin-missing-upload',
      async bringUp(page) {
        await page
          .getByRole('button', { name: /: none, upload/ })
          .first()
          .click();
        await page.getByRole('button', { name: 'Upload Question Paper' }).waitFor();
      },
    }),
    manage({
      name: 'admin-purge',
      stage: 'hard',
      isWindow: true,
      async bringUp(page) {
        await page.getByRole('button', { name: 'Trash', exact: true }).click();
        await page
          .getByRole('button', { name: /^Delete permanently/ })
          .first()
          .click();
        await page.getByRole('dialog', { name: 'Delete permanently?' }).waitFor();
      },
    }),
    manage({
      name: 'admin-remove-samples',
      isWindow: true,
      async bringUp(page) {
        await page.getByRole('button', { name: 'Remove sample materials' }).click();
        await page.getByRole('dialog', { name: 'Remove sample materials?' }).waitFor();
      },
    }),
    manage({
      name: 'admin-notices',
      stage: 'hard',
      prepare: misplaceOne,
      async bringUp(page) {
        await page.getByText('not used by any material').click();
        await page.getByText('filed under a subject no longer in the catalogue').click();
        await page.getByRole('button', { name: 'Delete left over.pdf' }).waitFor();
      },
    }),
    manage({
      name: 'admin-similar',
      stage: 'hard',
      async bringUp(page) {
        await page.getByText('pairs of materials have nearly the same text').click();
        await page
          .getByRole('img', { name: /^First page of/ })
          .nth(3)
          .waitFor();
      },
    }),
    manage({
      name: 'admin-remove-file',
      stage: 'hard',
      isWindow: true,
      async bringUp(page) {
        await page.getByText('not used by any material').click();
        await page.getByRole('button', { name: 'Delete left over.pdf' }).click();
        await page.getByRole('dialog', { name: 'Delete this file?' }).waitFor();
      },
    }),
  ],
};

async function openManage(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Manage Content' }).click();
}

/** Hides the first paper that is not hidden. */
async function hideFirst(page: Page, reason: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Hide / })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Reason').fill(reason);
  await page.keyboard.press('Enter');
  await page
    .getByText(/^Hidden since/)
    .first()
    .waitFor();
}

/** Edits title and year of the first paper and saves, while another user changes or deletes it. */
async function changeMeanwhile(page: Page, method: 'PATCH' | 'DELETE', data: object): Promise<void> {
  const row = page.locator('tr[data-material]').first();
  const id = (await row.getAttribute('data-material')) ?? '';
  await row.getByRole('button', { name: /^Edit / }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Title').fill('My own title');
  await editor.getByLabel('Year').selectOption({ index: 4 });
  const headers = { 'X-Appwrite-Project': ids.projectId };
  const address = new URL(api.document(ids, 'papers', id), page.url()).href;
  const answer = await page.request.fetch(address, { method, headers, data: method === 'PATCH' ? { data } : {} });
  if (!answer.ok()) throw new Error(`${method} ${address}: ${answer.status()}`);
  await editor.getByRole('button', { name: 'Save changes' }).click();
}

/** Uploads the first part; the others stay in progress. */
async function beginLongUpload(page: Page): Promise<void> {
  const isHeld = Promise.withResolvers<void>();
  let parts = 0;
  await page.route(uploads, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    parts += 1;
    if (parts === 1) return route.continue();
    // Never answered, so that the upload does not continue.
    isHeld.resolve();
  });
  await sendUpload(page, { ...note, file: await writeLargePdf(page) });
  await page
    .getByText(/^5 MB of/)
    .or(page.getByText(/^\d+(\.\d)? MB of 11/))
    .first()
    .waitFor();
  await isHeld.promise;
}

/** Writes a PDF of 11 MB to the disk, removed with the page: passing it in memory takes a busy machine too long. */
async function writeLargePdf(page: Page): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-shot-'));
  page.context().once('close', () => void rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'pointers.pdf');
  await writeFile(file, makePdf([[`Pointers, ${performance.now()}`]], { padBytes: 11 * 1024 * 1024 }));
  return file;
}

/** Makes the server report for one material that its faculty was removed, as after a change of the catalogue. */
async function misplaceOne(page: Page, url: string): Promise<void> {
  const list = await fetch(`${url}${api.documents(ids, 'notes')}?project=${ids.projectId}`);
  const { documents } = (await list.json()) as DocumentList;
  const gone = documents.slice(0, 1).map((each) => ({ ...each, facultyId: 'astrology' }));
  const json: MisplacedAnswer = { total: gone.length, documents: gone };
  await page.route(`**${panelApi.misplaced()}*`, (route) => route.fulfill({ json }));
}
