import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import { api, pages } from '#contract/addresses.ts';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { makeBrokenPdf, makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian } from '#test/support/library.ts';
import { sendUpload, signIn } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

/** The place of an upload. */
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const form = {
  kind: 'Study Notes',
  faculty: 'BSc CSIT',
  level: 'Semester 1',
  subject: 'C Programming',
} as const;
const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
const fixture = (name: string) => readFile(path.join(import.meta.dirname, '..', 'fixtures', name));

test('an upload with missing fields is stopped before anything is sent', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  await signIn(page, server.url);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Upload Question Paper' }).click();
  await page.getByText('Missing information').first().waitFor();
  await page.getByText('Please fill all the required fields').first().waitFor();
  expect(sent).toEqual([]);
});

test('a file that is not a PDF, is empty or too large is refused with a message, and the form keeps its values', async () => {
  await using server = await openTestServer({ withPages: true, settings: { MAX_UPLOAD_MB: '1' } });
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  await signIn(page, server.url);
  for (const [name, bytes, said] of [
    ['shopping list.pdf', Buffer.from('milk, eggs, bread'), /isn't a PDF/],
    ['nothing.pdf', Buffer.alloc(0), /empty/i],
    ['huge.pdf', makePdf([['huge']], { padBytes: 1_200_000 }), /1 MB|too large/i],
  ] as const) {
    await sendUpload(page, { ...form, title: 'Kept title', file: pdf(name, bytes) });
    await page.getByRole('alert').filter({ hasText: said }).first().waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Kept title');
    expect(await page.getByLabel('Subject').inputValue()).toBe('C Programming');
  }
  const list = await fetch(`${server.url}${api.documents(ids, 'notes')}?project=examshelf`);
  expect(await list.json()).toMatchObject({ total: 0 });
});

test('a damaged PDF is accepted with a warning, and its reader reports the failure', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  const trouble = watchForTrouble(page, [/Failed to load PDF file|InvalidPDF/]);
  await signIn(page, server.url);
  await sendUpload(page, { ...form, title: 'Damaged notes', file: pdf('damaged.pdf', makeBrokenPdf()) });
  await page.getByText('This PDF looks damaged.').first().waitFor();
  const list = await fetch(`${server.url}${api.documents(ids, 'notes')}?project=examshelf`);
  const { documents } = (await list.json()) as { documents: { $id: string }[] };
  await page.goto(`${server.url}${pages.material(documents[0]?.$id ?? '')}`);
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Failed to load PDF file.'));
  await page.getByRole('link', { name: /^Read / }).click();
  await page.getByRole('dialog').getByText('Failed to load PDF file.').waitFor();
  expect((await logged).type()).toBe('error');
  expect(trouble()).toEqual([]);
});

const lockedFiles = [
  { name: 'locked.pdf', password: 'examshelf' },
  { name: 'locked-devanagari.pdf', password: 'परीक्षा' },
];

test.each(casesOf('documents', lockedFiles, ({ name }) => name === 'locked-devanagari.pdf'))(
  '$name asks for its password until the right one is given',
  async ({ name, password }) => {
    await using server = await openTestServer({ withPages: true });
    const librarian = await openLibrarian(server.url);
    const stored = await librarian.upload(name, await fixture(name));
    expect(stored.warning).toContain('password');
    const made = await librarian.publish('note', { ...place, title: 'Locked notes', fileId: stored.$id });
    await using browser = await shareBrowser();
    const page = await browser.newPage();
    const trouble = watchForTrouble(page);
    await page.goto(`${server.url}${pages.material(made.$id)}`);
    await page.getByRole('link', { name: /^Read / }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Enter the password to open this PDF file.').waitFor();
    await dialog.locator('input[type=password]').fill('wrong');
    await page.keyboard.press('Enter');
    await dialog.getByText('Invalid password. Please try again.').waitFor();
    await dialog.locator('input[type=password]').fill(password);
    await page.keyboard.press('Enter');
    await dialog.getByText('Opened with its password').waitFor();
    expect(trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))('an upload whose connection breaks resumes where it stopped', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, server.url);
  const bytes = makePdf([['A long upload']], { padBytes: 12 * 1024 * 1024 });
  await page.clock.install();
  const isChunk = (request: Request) => request.method() === 'POST' && request.url().endsWith(api.files(ids));
  let stored = 0;
  const { promise: areTwoStored, resolve: tellTwoStored } = Promise.withResolvers<void>();
  page.on('requestfinished', async (request) => {
    if (!isChunk(request) || !(await request.response())?.ok()) return;
    stored += 1;
    if (stored === 2) tellTwoStored();
  });
  await page.route(`**${api.files(ids)}`, async (route) => {
    const start = Number(/^bytes (\d+)-/.exec(route.request().headers()['content-range'] ?? '')?.[1] ?? 0);
    if (!isChunk(route.request()) || start < 2 * chunkBytes) return route.continue();
    // The connection is lost with the third chunk, after the page has read the responses to the first two.
    await areTwoStored;
    return route.abort('connectionreset');
  });
  const cut = page.getByRole('alert').filter({ hasText: 'uploading again continues where it stopped' });
  const logged = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith('upload failed'),
    timeout: 90_000,
  });
  await sendUpload(page, { ...form, title: 'Long notes', file: pdf('long.pdf', bytes) });
  // Not before: in the time that is skipped below, a chunk that is still being sent would be given up.
  await areTwoStored;
  // The delays between its tries.
  while (!(await cut.isVisible())) await page.clock.runFor(1000);
  expect((await logged).type()).toBe('error');

  await page.unroute(`**${api.files(ids)}`);
  const storedBefore = stored;
  expect(storedBefore).toBe(2);
  let resumed = 0;
  page.on('request', (request) => {
    if (isChunk(request)) resumed += 1;
  });
  await page.getByRole('button', { name: 'Upload Study Note' }).click();
  await page.getByText('"Long notes" has been uploaded successfully').first().waitFor({ timeout: 60_000 });
  expect(resumed).toBeLessThanOrEqual(Math.ceil(bytes.length / chunkBytes) - storedBefore);
  const { documents } = (await (
    await fetch(`${server.url}${api.documents(ids, 'notes')}?project=examshelf`)
  ).json()) as {
    documents: { downloadUrl: string }[];
  };
  const back = await fetch(documents[0]?.downloadUrl ?? '');
  expect(digest(new Uint8Array(await back.arrayBuffer()))).toBe(digest(bytes));
});

test.skipIf(isOnlyInSweep('journeys')).each(['aborted', 'connectionreset', 'timedout'] as const)(
  'a chunk whose request ends with %s is sent again at once, without waiting for a timeout',
  async (ending) => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const page = await browser.newPage();
    // Timers of a minute and more never fire: a retry that waits for one never comes.
    await page.addInitScript(() => {
      const setTimer = window.setTimeout.bind(window);
      const shortOnly = (run: () => void, milliseconds = 0) =>
        milliseconds < 60_000 ? setTimer(run, milliseconds) : 0;
      window.setTimeout = shortOnly as typeof window.setTimeout;
    });
    await signIn(page, server.url);
    const third = `bytes ${2 * chunkBytes}-`;
    let tries = 0;
    await page.route(`**${api.files(ids)}`, async (route) => {
      if (!route.request().headers()['content-range']?.startsWith(third)) return route.continue();
      tries += 1;
      return tries === 1 ? route.abort(ending) : route.continue();
    });
    const bytes = makePdf([['A long upload']], { padBytes: 2 * chunkBytes + 100 });
    await sendUpload(page, { ...form, title: 'Long notes', file: pdf('long.pdf', bytes) });
    await page.getByText('"Long notes" has been uploaded successfully').first().waitFor({ timeout: 60_000 });
    expect(tries).toBe(2);
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'two tabs of one session may upload the same file, and both report the result',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const context = await browser.newContext();
    const first = await context.newPage();
    await signIn(first, server.url, { isKept: true });
    const second = await context.newPage();
    await second.goto(`${server.url}/admin`);
    await second.getByRole('heading', { name: 'Admin Panel' }).waitFor();
    const bytes = makePdf([['The same in both tabs']], { padBytes: 11 * 1024 * 1024 });
    await Promise.all(
      [first, second].map((tab) => sendUpload(tab, { ...form, title: 'Same notes', file: pdf('same.pdf', bytes) })),
    );
    // Both at once: a toast of a tab is shown for five seconds.
    await Promise.all(
      [first, second].map(async (tab) => {
        const published = tab.getByText('"Same notes" has been uploaded successfully').first();
        const asked = tab.getByRole('button', { name: 'Publish anyway' });
        await published.or(asked).first().waitFor({ timeout: 60_000 });
        if (!(await asked.isVisible())) return;
        await asked.click();
        await published.waitFor();
      }),
    );
    const { total, documents } = (await (
      await fetch(`${server.url}${api.documents(ids, 'notes')}?project=examshelf`)
    ).json()) as { total: number; documents: { downloadUrl: string }[] };
    expect(total).toBe(2);
    for (const document of documents) {
      const back = await fetch(document.downloadUrl);
      expect(digest(new Uint8Array(await back.arrayBuffer()))).toBe(digest(bytes));
    }
  },
);

test('no foreign, scripted or unfinished address becomes a downloadUrl, and no unknown place is accepted', async () => {
  await using server = await openTestServer();
  const librarian = await openLibrarian(server.url);
  const stored = await librarian.upload('paper.pdf', makePdf([['paper']]));
  const chunk = new Uint8Array(chunkBytes);
  chunk.set(new TextEncoder().encode('%PDF-1.7\n'));
  const begun = new FormData();
  begun.set('fileId', 'unfinished');
  begun.set('file', new File([chunk], 'unfinished.pdf'));
  const started = await librarian.sendForm(api.files(ids), begun, {
    'content-range': `bytes 0-${chunk.length - 1}/${chunk.length * 2}`,
  });
  expect(((await started.json()) as FileAnswer).chunksUploaded).toBe(1);

  const good = {
    ...place,
    title: 'A paper',
    year: 2024,
    downloadUrl: `${server.url}${api.filePreview(ids, stored.$id)}`,
  };
  const refusals = await Promise.all(
    [
      { ...good, downloadUrl: `https://elsewhere.example${api.filePreview(ids, stored.$id)}` },
      { ...good, downloadUrl: 'javascript:alert(1)' },
      { ...good, downloadUrl: `${server.url}${api.filePreview(ids, 'unfinished')}` },
      { ...good, downloadUrl: `${server.url}${api.filePreview(ids, 'never-was')}` },
      { ...good, facultyId: 'astrology' },
      { ...good, semesterId: '99' },
      { ...good, subject: 'Alchemy' },
      { ...good, year: '2024' },
      { ...good, year: 1200 },
      { ...good, title: '   ' },
      { ...good, colour: 'green' },
    ].map(async (data) => {
      const response = await librarian.send('POST', api.documents(ids, 'papers'), { documentId: 'unique()', data });
      const { type } = (await response.json()) as { type: string };
      return `${response.status} ${type}`;
    }),
  );
  expect(new Set(refusals)).toEqual(new Set(['400 document_invalid_structure']));
  const list = await fetch(`${server.url}${api.documents(ids, 'papers')}?project=examshelf`);
  expect(await list.json()).toMatchObject({ total: 0 });
});

test('a full disk is reported in the form, which keeps all values, and uploading again works once there is space', async () => {
  // No disk has a petabyte free, so this one counts as full.
  await using server = await openTestServer({ withPages: true, settings: { DISK_RESERVE_MB: '1000000000' } });
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  await signIn(page, server.url);
  await sendUpload(page, { ...form, title: 'Kept title', file: pdf('notes.pdf', makePdf([['notes']])) });
  await page
    .getByRole('alert')
    .filter({ hasText: "The server's disk is full, so nothing was saved." })
    .first()
    .waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Kept title');
  server.services.room.hold = async () => () => undefined;
  await page
    .getByRole('button', { name: /^Upload/ })
    .last()
    .click();
  await page.getByText('is now in the library.').first().waitFor();
});
