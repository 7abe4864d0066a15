import { setTimeout as wait } from 'node:timers/promises';
import { api } from '#contract/addresses.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { makeScan } from '#bench/documents/scan.ts';
import { makeTextBook } from '#bench/documents/text-book.ts';
import type { BenchLibrary } from '#bench/library.ts';

/** A document in the library for measuring readers. */
export type ReadingDocument = {
  title: string;
  fileId: string;
  pages: number;
  bytes: number;
  /** Bytes of the reading copy; null if there is none. */
  copyBytes: number | null;
};

export type ReadingShelf = { documents: ReadingDocument[]; warmUp: ReadingDocument };

/** Subject of the documents, which are notes. */
export const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };

const makers: { title: string; pages: number; make: (pages: number) => Promise<Buffer> }[] = [
  {
    title: '300 pages of text, flat page tree',
    pages: 300,
    make: (pages) => makeTextBook({ pages, pagesPerNode: null, figureEvery: 2 }),
  },
  {
    title: '300 pages of text, page tree of nodes',
    pages: 300,
    make: (pages) => makeTextBook({ pages, pagesPerNode: 8, figureEvery: 2 }),
  },
  { title: '60 scanned pages', pages: 60, make: makeScan },
  {
    title: '1,500 pages of text, flat page tree',
    pages: 1500,
    make: (pages) => makeTextBook({ pages, pagesPerNode: null, figureEvery: 6 }),
  },
];

/** Timeout for making a reading copy. */
const copySeconds = 60;

const shelves = new WeakMap<BenchLibrary, Promise<ReadingShelf>>();

/** Makes the documents and publishes them in the library, once. */
export function openReadingShelf(library: BenchLibrary): Promise<ReadingShelf> {
  const opened = shelves.get(library) ?? fillShelf(library.url);
  shelves.set(library, opened);
  return opened;
}

async function fillShelf(url: string): Promise<ReadingShelf> {
  const librarian = await openLibrarian(url);
  const publish = async (title: string, pages: number, bytes: Buffer, fileId: string): Promise<ReadingDocument> => {
    // Making them blocks for seconds, in which the server closed the connection: one turn of the event loop to notice.
    await wait(1);
    await librarian.upload(`${fileId}.pdf`, bytes, fileId);
    await librarian.publish('note', { ...place, title, fileId }, fileId);
    return { title, fileId, pages, bytes: bytes.length, copyBytes: null };
  };
  // It has fonts, text and figures like the others, so that reading it loads all code of the reader.
  const warmUpBytes = await makeTextBook({ pages: 3, pagesPerNode: null, figureEvery: 2 });
  const warmUp = await publish('Read before', 3, warmUpBytes, 'reading-before');
  const documents: ReadingDocument[] = [];
  for (const [index, { title, pages, make }] of makers.entries()) {
    documents.push(await publish(title, pages, await make(pages), `reading-${index}`));
  }
  for (const document of documents) document.copyBytes = await waitForCopy(url, document);
  return { documents, warmUp };
}

/** Returns the size of the reading copy once there is one; null when none is made. */
async function waitForCopy(url: string, { fileId, bytes }: ReadingDocument): Promise<number | null> {
  const address = `${url}${api.fileReading(ids, fileId)}`;
  for (let waited = 0; waited < copySeconds; waited += 1) {
    const answer = await fetch(address, { headers: { range: 'bytes=0-0' } });
    await answer.arrayBuffer();
    const total = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]);
    // While it is being made, the response is the original, with its address in Content-Location.
    if (!answer.headers.has('content-location')) return total === bytes ? null : total;
    await wait(1000);
  }
  return null;
}
