import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { openSqlite, sqliteFileName } from '#server/engines/database/sqlite/sqlite.ts';
import { createIndexKeeper } from '#server/library/search/index-keeper.ts';
import type { IndexWriter, SearchIndex } from '#server/engines/search-index/search-index.ts';
import { openSqliteIndex } from '#server/engines/search-index/sqlite/sqlite-index.ts';
import { openSqliteTexts } from '#server/engines/text-store/sqlite-texts.ts';
import { visitWords } from '#server/engines/search-index/word-stream.ts';

/**
 * Opens the engines of a folder and the keeper of its index, without a server. Calls `onChange` before and after each
 * change.
 */
export async function openIndexShelf(folder: string, onChange: () => void = () => undefined) {
  const log = pino({ level: 'silent' });
  const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };
  const database = await openSqlite({ dataDir: folder, publicUrl: 'https://library.test', ids });
  const texts = openSqliteTexts({ directory: path.join(folder, 'texts'), log });
  const index = openSqliteIndex({
    directory: path.join(folder, 'search'),
    libraryFile: path.join(folder, sqliteFileName),
    log,
  });
  const keeper = createIndexKeeper({
    database,
    texts,
    index: watchIndex(index, onChange),
    catalogue: { faculties: [] },
    isDiskLow: async () => false,
    log,
  });
  return {
    database,
    texts,
    index,
    keeper,
    async close() {
      await keeper.close();
      await index.close();
      await texts.close();
      await database.close();
    },
  };
}

function watchIndex(index: SearchIndex, onChange: () => void): SearchIndex {
  const watch = <Writer extends IndexWriter>(writer: Writer): Writer => ({
    ...writer,
    async begin(...given) {
      onChange();
      await writer.begin(...given);
      onChange();
    },
    async putPages(...given) {
      onChange();
      await writer.putPages(...given);
      onChange();
    },
    async finish(...given) {
      await writer.finish(...given);
      onChange();
    },
  });
  return {
    ...watch(index),
    async rebuild() {
      const made = watch(await index.rebuild());
      return {
        ...made,
        async complete() {
          onChange();
          await made.complete();
          onChange();
        },
      };
    },
  };
}

/** Returns the content of an index in a form that does not depend on its numbers for words. */
export function readWholeIndex(folder: string): unknown {
  const database = new DatabaseSync(path.join(folder, 'search', 'search.sqlite'), { readOnly: true });
  try {
    const words = new Map(
      database
        .prepare('select id, word from words')
        .all()
        .map((row) => [row['id'], row['word']]),
    );
    const all = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map((row) => Object.values(row));
    const pages = database
      .prepare('select id, digest, words from pages order by id')
      .all()
      .map((row) => {
        const said: unknown[] = [];
        visitWords(row['words'] as Uint8Array, (id, place) => said.push([place, words.get(id)]));
        return [row['id'], row['digest'], said];
      });
    return {
      pages,
      materials: all('select sequence, id, sha256, text_version, updated_at from materials order by sequence'),
      totals: all('select pages, words from totals'),
      words: all('select word, pages from words where pages > 0 order by word'),
      stems: all('select stem, pages, materials from stems where pages > 0 or materials > 0 order by stem'),
      terms: all('select rowid from terms order by rowid'),
    };
  } finally {
    database.close();
  }
}
