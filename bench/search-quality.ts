import path from 'node:path';
import { askAll } from './search-quality/ask.ts';
import {
  groupIntoDocuments,
  readLabelledPages,
  readLabelledQueries,
  readSampleQueries,
} from './search-quality/labelled-set.ts';
import { makeFile } from './search-quality/make-files.ts';
import { reportOn } from './search-quality/report.ts';
import { hasSharedFiles, makeSharedQueries, uploadSharedFiles } from './search-quality/shared-files.ts';
import { openShelfToSearch, type ShelfToSearch } from './search-quality/shelf-to-search.ts';

/**
 * How often a search for some remembered words shows the right page first and among the first five: on the labelled set
 * and the shipped samples, and on the files of `../shared/samples` where that folder exists. Uploads everything to a
 * server of its own, waits until it was read, recognising what has to be, and asks.
 */
export async function measureSearchQuality(folder: string): Promise<string[]> {
  await using shelf = await openShelfToSearch(path.join(folder, 'search-quality'));
  const own = await uploadLabelledSet(shelf);
  await shelf.waitUntilRead();
  const lines = [
    'the labelled set and the shipped samples',
    ...reportOn(await askAll(shelf, await readLabelledQueries()), { first: 95, amongFive: 99 }),
    '',
  ];
  if (!hasSharedFiles()) return [...lines, 'The folder ../shared/samples does not exist, so nothing is asked of it.'];
  for (const line of lines) process.stdout.write(`${line}\n`);
  const materials = await uploadSharedFiles(shelf);
  await shelf.waitUntilRead();
  const samples = [...new Set((await readSampleQueries()).map(({ material }) => material))];
  const queries = await makeSharedQueries(shelf, materials, [...own, ...samples]);
  return ['the files of ../shared/samples', ...reportOn(await askAll(shelf, queries), { first: null, amongFive: 97 })];
}

/** Returns the ids of the materials. */
async function uploadLabelledSet(shelf: ShelfToSearch): Promise<string[]> {
  const documents = groupIntoDocuments(await readLabelledPages());
  for (const [index, document] of documents.entries()) {
    const { id, kind, title, facultyId, semesterId, subject, year } = document;
    const { name, bytes } = await makeFile(document, index);
    await shelf.librarian.upload(name, bytes, id);
    await shelf.librarian.publish(kind, { title, facultyId, semesterId, subject, year, fileId: id }, id);
  }
  return documents.map(({ id }) => id);
}
