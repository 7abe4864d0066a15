import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import type { Database } from '#server/engines/database/database.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { openPostgres } from '#server/engines/database/postgres/postgres.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { openSqliteTexts } from '#server/engines/text-store/sqlite-texts.ts';
import { ids } from '#test/support/library.ts';
import { generateTexts } from './generated-texts.ts';

export type SearchLibrary = {
  dataDir: string;
  /** File of FTS5 alone over the same texts. */
  bareFile: string;
  pages: number;
  documents: number;
  textBytes: number;
  /** A page of every few documents, to take queries from. */
  samples: string[];
};

const sampledPages = 1500;

const publicUrl = 'http://127.0.0.1';

/** Stores generated documents with their texts; nothing is indexed but the bare table. */
export async function fillSearchLibrary(folder: string, pages: number): Promise<SearchLibrary> {
  const dataDir = path.join(folder, 'data');
  await mkdir(path.join(dataDir, 'files'), { recursive: true });
  const database = await openSqlite({ dataDir, publicUrl, ids });
  const texts = openSqliteTexts({ directory: path.join(dataDir, 'texts'), log: pino({ level: 'warn' }) });
  const bareFile = path.join(folder, 'bare.sqlite');
  const bare = new DatabaseSync(bareFile);
  bare.exec(
    "pragma journal_mode = wal; pragma synchronous = off; create virtual table bare using fts5(body, content = '', tokenize = 'porter unicode61')",
  );
  const insert = bare.prepare('insert into bare (rowid, body) values (?, ?)');
  const source = generateTexts(pages);
  const library: SearchLibrary = { dataDir, bareFile, pages: 0, documents: 0, textBytes: 0, samples: [] };
  while (library.pages < pages) {
    const document = source.nextDocument();
    library.documents += 1;
    const number = library.documents;
    const sha256 = digestOf(number);
    await publish(database, { number, pageCount: document.length, words: source.words });
    await texts.begin({ sha256, pageCount: document.length, recipe: 1 });
    await texts.store(
      sha256,
      document.map((text, at) => ({ page: at + 1, source: 'text', text, confidence: null, lines: null })),
    );
    bare.exec('begin');
    for (const text of document) {
      library.pages += 1;
      library.textBytes += text.length;
      insert.run(library.pages, text);
      if (library.pages % Math.max(1, Math.floor(pages / sampledPages)) === 0) library.samples.push(text);
    }
    bare.exec('commit');
  }
  bare.exec("insert into bare (bare) values ('optimize')");
  bare.close();
  await texts.close();
  await database.close();
  return library;
}

const digestOf = (number: number) => number.toString(16).padStart(64, '0');

async function publish(
  database: Pick<Database, 'transaction'>,
  { number, pageCount, words }: { number: number; pageCount: number; words: readonly string[] },
): Promise<void> {
  const id = `bench-${number}`;
  const sha256 = digestOf(number);
  await database.transaction(async ({ files, materials }) => {
    await files.insertPending({ id, name: `${id}.pdf`, folder: '', sizeBytes: 1, chunksTotal: 1, ownerId: 'bench' });
    await files.finish(id, { mimeType: 'application/pdf', sizeBytes: 1, sha256, pageCount, warning: null });
    await materials.insert({
      id,
      kind: number % 3 === 0 ? 'paper' : 'note',
      title: `Document ${number} about ${words[500 + (number % 5000)] ?? ''}`,
      subject: number % 40 === 0 ? 'C Programming' : `Subject ${number % 97}`,
      facultyId: number % 40 === 0 ? 'csit' : `faculty-${number % 5}`,
      semesterId: number % 40 === 0 ? '1' : String(1 + (number % 8)),
      year: 2070 + (number % 12),
      fileId: id,
      coverFileId: null,
      isSample: false,
    });
  });
}

/** Copies the same materials and texts with the records to PostgreSQL; nothing is indexed. Returns the data folder. */
export async function copyToPostgres(
  { dataDir, documents }: SearchLibrary,
  folder: string,
  address: PostgresAddress,
): Promise<string> {
  const own = path.join(folder, 'data-postgres');
  await mkdir(path.join(own, 'files'), { recursive: true });
  await cp(path.join(dataDir, 'texts'), path.join(own, 'texts'), { recursive: true });
  const database = await openPostgres({ address, publicUrl, ids });
  const { words } = generateTexts(1);
  const texts = openSqliteTexts({ directory: path.join(own, 'texts'), log: pino({ level: 'warn' }) });
  for (let number = 1; number <= documents; number += 1) {
    const pageCount = (await texts.find(digestOf(number)))?.pageCount ?? 0;
    await publish(database, { number, pageCount, words });
  }
  await texts.close();
  await database.tidy();
  await database.close();
  return own;
}
