import { cp, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { makeBrokenPdf, makePdf } from './documents.ts';
import { publishedBytes, scannedLines, shown } from './full-library-contents.ts';
import { openLibrarian } from './library.ts';
import { moveSeeded } from './move-seeded.ts';
import { publishTwice } from './publish-twice.ts';
import { makeWordScan, storeRecognised } from './recognised-scan.ts';
import { openTestServer, type TestServer } from './server.ts';

/**
 * Makes the data folders of the sample library and of the full library, `samples` and `full`, in a folder: `node
 * test/support/seed-libraries.ts FOLDER [moved]`; `moved` moves both to PostgreSQL and an object store. Each folder
 * appears only when it is complete. This is a separate program because the test runner's main process can't start the
 * workers that a server needs.
 */

/** Widths of covers and first pages on screen. */
const pictureWidths = [160, 320, 640];

const [folder, moved] = process.argv.slice(2);
if (!folder) throw new Error('name a folder');
const making = path.join(folder, 'making');
await seedSampleLibrary(making);
await cp(making, path.join(folder, 'making-full'), { recursive: true });
await finish(making, path.join(folder, 'samples'));
await fillFullLibrary(path.join(folder, 'making-full'));
await finish(path.join(folder, 'making-full'), path.join(folder, 'full'));

async function finish(made: string, name: string): Promise<void> {
  if (moved) await moveSeeded(made);
  await rename(made, name);
}

async function seedSampleLibrary(dataDir: string): Promise<void> {
  await using server = await openTestServer({ dataDir, settings: { SAMPLES: 'on' } });
  await deriveAll(server);
}

async function fillFullLibrary(dataDir: string): Promise<void> {
  // Pages without text are not recognised, which would take minutes.
  await using server = await openTestServer({ dataDir, settings: { OCR_LANGUAGES: 'off' } });
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
  const fromScan = { ...place, subject: 'C Programming', title: 'Scanned notes', fileId: 'scan' };
  await librarian.upload('scan.pdf', makeWordScan([scannedLines]), 'scan');
  await storeRecognised(server, 'scan', [scannedLines]);
  await librarian.publish('note', fromScan, shown.scan);
  await publishTwice(server, librarian, 1, [
    { ...place, title: 'Physics – Final Examination', year: 2024 },
    { ...place, title: 'The final paper of Physics', year: 2024 },
  ]);
  await readSome(server);
  await deriveAll(server);
}

/**
 * Extracts and indexes the text of the files of one subject, and of those that can't be read; all files would take too
 * long.
 */
async function readSome({ services, resources }: TestServer): Promise<void> {
  for await (const { fileId } of resources.storage.list()) {
    const file = /^(sample-csit-c-|plain|broken|locked)/.test(fileId) && (await resources.database.files.find(fileId));
    if (file) services.textReading.prepare(file);
  }
  await services.textReading.idle();
  await services.indexKeeper.idle();
}

/**
 * Makes the reading copies, pictures and search index that pages use, so that servers with a copy of the folder don't
 * have to.
 */
async function deriveAll({ services, resources }: TestServer): Promise<void> {
  const readingCopies = services.reading.catchUp();
  for await (const { fileId } of resources.storage.list()) {
    const file = await resources.database.files.find(fileId);
    if (!file?.isFinished) continue;
    // Encrypted documents and files that are not PDF have none.
    await Promise.allSettled(
      pictureWidths.map((width) => services.pictures.picture(file, { width, page: 1, format: 'avif' })),
    );
  }
  await readingCopies;
  await services.indexKeeper.idle();
}
