import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { makeBook, makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { startProcess, stopProcess } from './product-process.ts';
import { untilCalm } from './cpu-time.ts';
import { residentBytes } from './resident.ts';

/** The product as a separate process, with a filled library, and the comparison server. */
export type BenchLibrary = {
  folder: string;
  /** Settings with which the product was started. */
  settings: Record<string, string>;
  url: string;
  pid: number;
  besideUrl: string;
  besidePid: number;
  materials: number;
  /** Resident memory of the product in bytes once it has sent its first page. */
  residentAtRest: number;
  /** The stored file of 64 MB, and its path on the disk for the comparison servers. */
  large: { id: string; path: string; bytes: number };
  /** Stored books of 300 pages; `words` are on page 1. */
  books: { id: string; materialId: string; bytes: number; words: string; tree: string }[];
  /** Id of a material that is opened first, to load the reader's scripts as an earlier visit would. */
  readBefore: string;
  [Symbol.asyncDispose](): Promise<void>;
};

const largeBytes = 64 * 1024 * 1024;

/** Fills a data folder and starts the product and the comparison server on it. */
export async function openBenchLibrary(folder: string, materials: number): Promise<BenchLibrary> {
  const dataDir = path.join(folder, 'data');
  const settings = {
    DATA_DIR: dataDir,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    SAMPLES: 'off',
  };
  const filling = await startProcess(['main.ts'], { ...settings, PORT: '0', LOG_LEVEL: 'warn' });
  const librarian = await openLibrarian(filling.url);
  const large = makePdf([['A large document']], { padBytes: largeBytes });
  const book = makeBook('book of three hundred pages', 300, { pagesPerNode: 8 });
  const flatBook = makeBook('flat book of three hundred pages', 300);
  await librarian.upload('large.pdf', large, 'large');
  await librarian.upload('book.pdf', book, 'book');
  await librarian.upload('flat.pdf', flatBook, 'flat');
  await librarian.upload('paper.pdf', makeBook('question paper', 4), 'paper');
  await librarian.upload('other.pdf', makeBook('book that was read before', 3), 'other');
  const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
  await librarian.publish('book', { ...place, title: 'Three hundred pages', fileId: 'book' }, 'bench-book');
  await librarian.publish('book', { ...place, title: 'Three hundred pages, flat', fileId: 'flat' }, 'bench-flat');
  await librarian.publish('book', { ...place, title: 'Read before', fileId: 'other' }, 'bench-other');
  await stopProcess(filling.process);
  await fill(dataDir, materials);

  const product = await startProcess(['main.ts'], { ...settings, PORT: '0', LOG_LEVEL: 'warn' });
  await (await fetch(product.url)).text();
  await untilCalm(product.process.pid ?? 0);
  const largeFile = path.join(folder, 'large.pdf');
  await writeFile(largeFile, large);
  // Not a copy of the file: the latest writes may still be in its journal.
  using filled = new DatabaseSync(path.join(dataDir, 'examshelf.sqlite'));
  filled.prepare('vacuum into ?').run(path.join(folder, 'beside.sqlite'));
  const beside = await startProcess(['bench/beside.ts'], {
    FILE: largeFile,
    PAGE: path.join(folder, 'page.json'),
    DATABASE: path.join(folder, 'beside.sqlite'),
  });
  return {
    folder,
    settings,
    url: product.url,
    pid: product.process.pid ?? 0,
    besideUrl: beside.url,
    besidePid: beside.process.pid ?? 0,
    materials,
    residentAtRest: (await residentBytes(product.process.pid ?? 0)) ?? 0,
    large: { id: 'large', path: largeFile, bytes: large.length },
    books: [
      {
        id: 'book',
        materialId: 'bench-book',
        bytes: book.length,
        words: 'Page 1 of the book of three',
        tree: 'a page tree as LaTeX and browsers write it',
      },
      {
        id: 'flat',
        materialId: 'bench-flat',
        bytes: flatBook.length,
        words: 'Page 1 of the flat book',
        tree: 'a flat page tree, which pdf.js walks to its end',
      },
    ],
    readBefore: 'bench-other',
    async [Symbol.asyncDispose]() {
      await Promise.all([stopProcess(product.process), stopProcess(beside.process)]);
    },
  };
}

/** Spreads papers over forty subjects of eight terms, ten of each year for the measured subject. */
async function fill(dataDir: string, materials: number): Promise<void> {
  const database = await openSqlite({ dataDir, publicUrl: 'http://127.0.0.1', ids });
  for (let start = 0; start < materials; start += 5000) {
    await database.transaction(async (records) => {
      for (let index = start; index < Math.min(start + 5000, materials); index += 1) {
        const isAskedFor = index < 40;
        await records.materials.insert({
          id: `bench-${index}`,
          kind: 'paper',
          title: `Question paper number ${index}`,
          subject: isAskedFor ? 'C Programming' : `Subject ${index % 997}`,
          facultyId: isAskedFor ? 'csit' : 'bca',
          semesterId: isAskedFor ? '1' : String(1 + (index % 8)),
          year: 2017 + (index % 10),
          fileId: 'paper',
          coverFileId: null,
          isSample: false,
        });
      }
    });
  }
  await database.close();
}
