import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { makeBrokenPdf, makePdf } from './documents.ts';
import { openLibrarian } from './library.ts';
import { openTestServer, type TestServer } from './server.ts';

/** The materials of `openFullLibrary`, by id. */
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

/** Bytes that `openFullLibrary` has published, for uploading them again. */
export const publishedBytes = makePdf([['On the shelf already']]);

/** A server with a copy of the full library, removed after the test. */
export async function openFullLibrary(): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-full-'));
  await cp(inject('fullLibrary'), dataDir, { recursive: true });
  const server = await openTestServer({ withPages: true, dataDir });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A data folder with the samples, an encrypted and a damaged document, a withdrawn one, and more books than fit on a
 * page. The caller removes it.
 */
export async function seedFullLibrary(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-seed-'));
  await using server = await openTestServer({ dataDir, settings: { SAMPLES: 'on' } });
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
  return dataDir;
}
