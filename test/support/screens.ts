import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import { makeBrokenPdf, makePdf } from './documents.ts';
import { openLibrarian } from './library.ts';
import { openTestServer, type TestServer } from './server.ts';

/** Looks at the page as it stands; the name says which screen it is. */
export type Look = (name: string) => Promise<void>;

/** What the library of `openFullLibrary` holds, by the ids of its materials. */
export const shown = {
  subject: ['csit', '1', 'c-programming'] as const,
  emptySubject: ['csit', '1', 'physics'] as const,
  pdfPaper: 'sample-csit-c-paper-2025',
  htmlPaper: 'sample-csit-c-paper-2024',
  book: 'sample-csit-c-book-small-programs',
  locked: 'locked-notes',
  broken: 'broken-notes',
  withdrawn: 'withdrawn-notes',
};

/** Bytes that `openFullLibrary` has published, for uploading them once more. */
export const publishedBytes = makePdf([['On the shelf already']]);

/** A library with the samples, a protected and a damaged document, one that was withdrawn, and more books than fit a page. */
export async function openFullLibrary(): Promise<TestServer> {
  const server = await openTestServer({ withPages: true, settings: { SAMPLES: 'on' } });
  const librarian = await openLibrarian(server.url);
  const locked = await readFile(path.join(import.meta.dirname, '..', 'fixtures', 'locked.pdf'));
  const place = { facultyId: 'csit', semesterId: '1', subject: 'Physics' };
  await librarian.upload('locked.pdf', locked, 'locked');
  await librarian.upload('broken.pdf', makeBrokenPdf(), 'broken');
  await librarian.upload('plain.pdf', publishedBytes, 'plain');
  await librarian.upload('left over.pdf', makePdf([['Left over']]), 'left-over');
  await librarian.publish('note', { ...place, title: 'Locked notes', fileId: 'locked' }, shown.locked);
  await librarian.publish('note', { ...place, title: 'Broken notes', fileId: 'broken' }, shown.broken);
  await librarian.publish('note', { ...place, title: 'Withdrawn notes', fileId: 'plain' }, shown.withdrawn);
  await librarian.send('DELETE', `/v1/databases/library/collections/notes/documents/${shown.withdrawn}`);
  for (let number = 1; number <= 20; number += 1) {
    const title = `Handbook of Electrodynamics and Thermodynamics, volume ${number}`;
    await librarian.publish('book', { ...place, title, fileId: 'plain' });
  }
  return server;
}

/** Every address a visitor may open, the ones that lead nowhere among them. */
export const publicAddresses = [
  pages.home(),
  pages.faculty('csit'),
  pages.semester('csit', '1'),
  pages.semester('mbbs', '1'),
  pages.papers(...shown.subject),
  pages.notes(...shown.subject),
  pages.revision(...shown.subject),
  pages.revisionSubjects('csit', '1'),
  pages.papers('bhm', '3', 'food-production-and-patisserie-iii'),
  pages.books(),
  `${pages.books()}?part=2`,
  `${pages.books()}?q=nothing-is-called-so`,
  `${pages.books()}?tab=favorites`,
  `${pages.books()}?faculty=csit&semester=2`,
  `${pages.search()}?q=recursion`,
  `${pages.search()}?q=nothing-is-called-so`,
  pages.material(shown.pdfPaper),
  pages.material(shown.htmlPaper),
  pages.material(shown.book),
  pages.material(shown.withdrawn),
  pages.about(),
  pages.contact(),
  pages.faq(),
  pages.privacy(),
  pages.terms(),
  pages.contributors(),
  pages.discussions(),
  `${pages.discussions()}?search=nothing-is-called-so`,
  pages.newDiscussion(),
  pages.discussion('normal-forms'),
  pages.discussion('none'),
  pages.login(),
  pages.notFound(),
];

/** Looks at every address of `publicAddresses`, or at those given. */
export async function visitAddresses(
  page: Page,
  url: string,
  look: Look,
  addresses: readonly string[] = publicAddresses,
): Promise<void> {
  for (const address of addresses) {
    await openPage(page, url + address);
    await look(address);
  }
}

/** Opens a page and waits until all of it has come and it answers to the hand. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForFunction(() =>
    // React marks what it has taken over; on a busy machine that comes long after the network is idle.
    [...document.querySelectorAll('button, [role="tab"]')].every((each) =>
      Object.keys(each).some((key) => key.startsWith('__reactProps')),
    ),
  );
}

/** Keeps the toasts that are there until the next page: to them the person has left the window. */
export async function holdToasts(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
}
