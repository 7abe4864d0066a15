import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresServer } from '#test/support/postgres-server.ts';
import { askAll, type Asked } from './search-quality/ask.ts';
import {
  groupIntoDocuments,
  readLabelledPages,
  readLabelledQueries,
  readSampleQueries,
} from './search-quality/labelled-set.ts';
import { makeFile } from './search-quality/make-files.ts';
import { compareReports, reportOn } from './search-quality/report.ts';
import { hasSharedFiles, makeSharedQueries, uploadSharedFiles } from './search-quality/shared-files.ts';
import { openShelfToSearch, type ShelfToSearch } from './search-quality/shelf-to-search.ts';

/**
 * Measures how often a search for some remembered words shows the right page first and among the first five: on the
 * labelled set and the shipped samples, and on the files of `../shared/samples` if that folder exists. Uploads
 * everything to a separate server, waits until it was read and recognised, and searches.
 */
export async function measureSearchQuality(folder: string): Promise<string[]> {
  await using shelf = await openShelfToSearch(path.join(folder, 'search-quality'));
  const own = await uploadLabelledSet(shelf);
  await shelf.waitUntilRead();
  const asked = await askAll(shelf, await readLabelledQueries());
  const lines = [
    'the labelled set and the shipped samples',
    ...reportOn(asked, { first: 95, amongFive: 99 }),
    '',
    ...(await compareWithPostgres(folder, asked)),
    '',
  ];
  if (!hasSharedFiles()) return [...lines, 'The folder ../shared/samples does not exist, so it is left out.'];
  for (const line of lines) process.stdout.write(`${line}\n`);
  const materials = await uploadSharedFiles(shelf);
  await shelf.waitUntilRead();
  const samples = [...new Set((await readSampleQueries()).map(({ material }) => material))];
  const queries = await makeSharedQueries(shelf, materials, [...own, ...samples]);
  return ['the files of ../shared/samples', ...reportOn(await askAll(shelf, queries), { first: null, amongFive: 97 })];
}

/** The same with records and index in PostgreSQL, compared with SQLite. Pages are not read again. */
async function compareWithPostgres(folder: string, asked: readonly Asked[]): Promise<string[]> {
  const missing = whyNoPostgres();
  if (missing) return [`not measured on PostgreSQL: ${missing}`];
  const dataDir = path.join(folder, 'search-quality-postgres');
  await mkdir(dataDir);
  await cp(path.join(folder, 'search-quality', 'texts'), path.join(dataDir, 'texts'), { recursive: true });
  await using made = await (await openPostgresServer()).make();
  await using shelf = await openShelfToSearch(dataDir, { DATABASE_URL: made.url });
  await uploadLabelledSet(shelf);
  await shelf.waitUntilRead();
  const others = await askAll(shelf, await readLabelledQueries());
  return ['the same compared with PostgreSQL', ...compareReports(['SQLite', asked], ['PostgreSQL', others])];
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
